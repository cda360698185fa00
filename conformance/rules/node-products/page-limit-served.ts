import { mustAccept } from '../../engine/acceptance.ts';
import { listingCall, readPage, wholePage } from '../../engine/listing.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatusWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-page-limit-served',
  title: 'limits from one to the greatest page size are served',
  needs: ['node-products/served'],
  check: (probe) =>
    eachNode(probe, async (node) => {
      for (const limit of [1, 2, 99, wholePage]) {
        const answer = await probe.send(listingCall(probe, node, { limit, offset: 0 }));
        mustAccept(probe, answer, `a limit of ${limit}`);
        readPage(probe, answer);
      }
    }),
  mutants: [
    { name: 'a limit of one is refused', wire: changeStatusWhere(({ limit }) => limit === 1, 400) },
    { name: 'a limit of ninety-nine crashes', wire: changeStatusWhere(({ limit }) => limit === 99, 500) },
  ],
});
