import { mustAccept } from '../../engine/acceptance.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { listingCall, readPage, wholePage } from '../../listing/listing.ts';
import { changeStatusWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-served',
  title: 'the listing of a node is served',
  check: (probe) =>
    eachNode(probe, async (node) => {
      const answer = await probe.send(listingCall(probe, node, { limit: wholePage, offset: 0 }));
      mustAccept(probe, answer, `the listing of node ${node.node}`);
      readPage(probe, answer);
    }),
  mutants: [{ name: 'listings crash', wire: changeStatusWhere(() => true, 500) }],
});
