import fc from 'fast-check';
import { mustAccept } from '../../engine/acceptance.ts';
import { forAll } from '../../engine/fuzz.ts';
import { anyNode, eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import type { NodeTarget } from '../../engine/target.ts';
import { listingCall, readPage, wholePage } from '../../listing/listing.ts';
import { changeStatusWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-page-limit-served',
  title: 'limits from one to the greatest page size are served',
  needs: ['node-products/served'],
  check: async (probe) => {
    const mustServe = async (node: NodeTarget, limit: number): Promise<void> => {
      const answer = await probe.send(listingCall(probe, node, { limit, offset: 0 }));
      mustAccept(probe, answer, `a limit of ${limit}`);
      readPage(probe, answer);
    };
    await eachNode(probe, async (node) => {
      for (const limit of [1, 2, 99, wholePage]) await mustServe(node, limit);
    });
    await anyNode(probe, async (node) => {
      for (const limit of [3, 7, 13]) await mustServe(node, limit);
      const between = fc.integer({ min: 1, max: wholePage });
      await forAll(probe, 'limits', between, (limit) => mustServe(node, limit), Math.ceil(probe.draws / 3));
    });
  },
  mutants: [
    {
      name: 'a limit of thirteen crashes',
      wire: changeStatusWhere(({ limit, offset }) => limit === 13 && offset === 0, 500),
    },
    { name: 'a limit of one is refused', wire: changeStatusWhere(({ limit }) => limit === 1, 400) },
    { name: 'a limit of ninety-nine crashes', wire: changeStatusWhere(({ limit }) => limit === 99, 500) },
  ],
});
