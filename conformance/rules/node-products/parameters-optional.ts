import { mustAccept } from '../../engine/acceptance.ts';
import { anyNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { listingCall, readPage } from '../../listing/listing.ts';
import { changeStatusWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-parameters-optional',
  title: 'a listing is served without any query parameter',
  needs: ['node-products/served'],
  check: (probe) =>
    anyNode(probe, async (node) => {
      const answer = await probe.send(listingCall(probe, node, {}));
      mustAccept(probe, answer, 'a listing without parameters');
      readPage(probe, answer);
    }),
  mutants: [
    { name: 'a limit has to be given', wire: changeStatusWhere(({ limit }) => limit === undefined, 400) },
  ],
});
