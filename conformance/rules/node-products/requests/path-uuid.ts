import { rule } from '../../../core/rule.ts';
import { readsRejected } from '../../../interface/read-attempts.ts';
import { emptyWhere } from '../../../mutants/node-products/listing.ts';

const notUuid = (step: string): RegExp =>
  new RegExp(`/${step}/(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)`, 'i');

export default rule({
  title: 'path parameters that are not UUIDs are rejected',
  claims: [readsRejected('node-products/path-uuid')],
  mutants: [
    {
      name: 'a hierarchy id that is not a UUID returns an empty listing',
      wire: emptyWhere(notUuid('hierarchies')),
    },
    { name: 'a node id that is not a UUID returns an empty listing', wire: emptyWhere(notUuid('nodes')) },
    {
      name: 'any node id of 36 characters is accepted',
      wire: emptyWhere(/\/nodes\/(?=[^/]{36}\/)[^/]*[g-z]/i),
    },
  ],
});
