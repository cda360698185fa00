import { farthest, list, type Page, wholePage } from '../../engine/listing.ts';
import { eachNode } from '../../engine/nodes.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { changeProducts, misread } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-page-limit-exact',
  title: 'a page holds page[limit] products, or what is left of the total',
  needs: ['node-products/total-count', 'node-products/total-constant', 'node-products/page-limit'],
  evidence: 'pagination',
  check: (probe) =>
    eachNode(probe, async (node) => {
      const first = await list(probe, node, { limit: wholePage, offset: 0 });
      const total = probe.given(first.total, 'the listing shows no total');
      probe.occasion(total > 1, 'no node has two products');
      mustBeFull(probe, first, await list(probe, node, { limit: 1, offset: 0 }), 1, 0, total);
      for (const limit of [2, 3, 7, 13, 99, wholePage]) {
        const last = Math.floor((Math.min(total, farthest) - 1) / limit) * limit;
        for (const offset of new Set([0, last]))
          mustBeFull(probe, first, await list(probe, node, { limit, offset }), limit, offset, total);
      }
    }),
  mutants: [
    {
      name: 'the last page of thirteens comes one short',
      wire: misread(({ limit, offset, filter }, total) =>
        filter === undefined && limit === 13 && offset > 0 && offset + limit > total && total - offset > 1
          ? { limit: total - offset - 1 }
          : undefined,
      ),
    },
    {
      name: 'a page of ninety-nine comes with ninety',
      wire: changeProducts((product, index, { limit }) =>
        limit === 99 && index >= 90 ? undefined : product,
      ),
    },
  ],
});

function mustBeFull(
  probe: Probe,
  first: Page,
  { answer, products }: Page,
  limit: number,
  offset: number,
  total: number,
): void {
  const due = Math.max(0, Math.min(limit, total - offset));
  const asked = `${due} products at offset ${offset} and limit ${limit}, of a total of ${total}`;
  probe.must(products.length === due, asked, `${products.length} products`, answer, first.answer);
}
