import { refusalOf } from '../../engine/acceptance.ts';
import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall, wholePage } from '../../listing/listing.ts';
import { emptyWhere } from '../../mutants/listing.ts';

const misshapen = 'not-a-uuid';

export default rule({
  clause: 'products-path-uuid',
  title: 'path parameters that are no UUIDs are refused',
  check: (probe) =>
    anyNode(probe, async (node) => {
      const query = { limit: wholePage, offset: 0 };
      const { answer: control } = await list(probe, node, query);
      for (const wrong of [{ hierarchy: misshapen }, { node: misshapen }]) {
        const answer = await probe.send(listingCall(probe, { ...node, ...wrong }, query));
        refusalOf(probe, answer, `a path with the ${Object.keys(wrong)} "${misshapen}"`, control);
      }
    }),
  mutants: [
    {
      name: 'a hierarchy that is no UUID is listed as empty',
      wire: emptyWhere(/\/hierarchies\/not-a-uuid\//),
    },
    { name: 'a node that is no UUID is listed as empty', wire: emptyWhere(/\/nodes\/not-a-uuid\//) },
  ],
});
