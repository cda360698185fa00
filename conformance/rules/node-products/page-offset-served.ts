import { mustAccept } from '../../engine/acceptance.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, listingCall, readPage, wholePage } from '../../listing/listing.ts';
import { maximumOf } from '../../listing/parameters.ts';
import { changeStatusWhere } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-page-offset-served',
  title: 'offsets from nought to the bound are served',
  needs: ['node-products/served'],
  check: (probe) =>
    eachNode(probe, async (node) => {
      const { total } = await list(probe, node, { limit: wholePage, offset: 0 });
      const bound = probe.occasion(maximumOf(probe.contract, 'page[offset]'), 'the contract sets no bound');
      const offsets = [
        0,
        ...(total === undefined ? [] : [Math.max(0, total - 1), total]),
        ...(node === probe.target.nodes[0] ? [1, bound - 1] : []),
        bound,
      ];
      for (const offset of new Set(offsets.filter((one) => one <= bound))) {
        const answer = await probe.send(listingCall(probe, node, { limit: 2, offset }));
        mustAccept(probe, answer, `an offset of ${offset}`);
        readPage(probe, answer);
      }
    }),
  mutants: [
    {
      name: 'the farthest offset is one too near',
      amend: { constraint: 'node-products/page[offset]/maximum', value: 9_999 },
    },
    {
      name: 'the farthest offset is refused',
      wire: changeStatusWhere(({ offset }) => offset === 10_000, 400),
    },
    {
      name: 'an offset just past the end is not found',
      wire: changeStatusWhere(
        ({ offset, filter }, total) => filter === undefined && offset > 0 && offset === total,
        422,
      ),
    },
  ],
});
