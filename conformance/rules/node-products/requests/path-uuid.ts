import { rule } from '../../../core/rule.ts';
import { readsRefused } from '../../../interface/read-attempts.ts';
import { emptyWhere } from '../../../mutants/listing.ts';

const notUuid = (step: string): RegExp =>
  new RegExp(`/${step}/(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)`, 'i');

export default rule({
  title: 'path parameters that are no UUIDs are refused',
  claims: [readsRefused('node-products/path-uuid')],
  mutants: [
    { name: 'a hierarchy that is no UUID is listed as empty', wire: emptyWhere(notUuid('hierarchies')) },
    { name: 'a node that is no UUID is listed as empty', wire: emptyWhere(notUuid('nodes')) },
    {
      name: 'any node id as long as a UUID passes for one',
      wire: emptyWhere(/\/nodes\/(?=[^/]{36}\/)[^/]*[g-z]/i),
    },
  ],
});
