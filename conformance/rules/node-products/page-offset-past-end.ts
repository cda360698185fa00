import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { list, wholePage } from '../../listing/listing.ts';
import { maximumOf } from '../../listing/parameters.ts';
import { misread } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-page-offset-past-end',
  title: 'an offset past the last product gives an empty page',
  needs: ['node-products/total-count', 'node-products/total-constant'],
  check: (probe) =>
    eachNode(probe, async (node) => {
      const first = await list(probe, node, { limit: wholePage, offset: 0 });
      const total = probe.given(first.total, 'the listing shows no total');
      probe.occasion(first.products.length > 0, 'the node is empty');
      const bound = probe.occasion(maximumOf(probe.contract, 'page[offset]'), 'the contract sets no bound');
      probe.occasion(total < bound, 'no node ends before the farthest offset');
      for (const query of [
        { limit: 2, offset: total },
        { limit: 2, offset: bound },
        ...(node === probe.target.nodes[0] ? [{ offset: total }] : []),
      ]) {
        const { answer, products } = await list(probe, node, query);
        const wanted = `no product at offset ${query.offset}, since there are ${total}`;
        probe.must(products.length === 0, wanted, `${products.length} products`, answer, first.answer);
      }
    }),
  mutants: [
    {
      name: 'an offset counts only where a limit is given',
      wire: misread(({ limit, offset, filter }) =>
        filter === undefined && limit === undefined && offset > 0 ? { offset: 0 } : undefined,
      ),
    },
    {
      name: 'an offset past the end starts again at the beginning',
      wire: misread(({ offset, filter }, total) =>
        filter === undefined && total > 0 && offset >= total ? { offset: 0 } : undefined,
      ),
    },
    {
      name: 'the farthest offset shows the last page',
      wire: misread(({ offset, filter }, total) =>
        filter === undefined && total > 0 && offset === 10_000 ? { offset: total - 1 } : undefined,
      ),
    },
  ],
});
