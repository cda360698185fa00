import { eachNode } from '../../engine/nodes.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { farthest, list, type Page, wholePage } from '../../listing/listing.ts';
import { changeProducts, misread } from '../../mutants/listing.ts';

/** Tried on every node, on its first page and its last. */
const sizes = [7, 13, wholePage];
/** Tried on the fullest node: sizes that clients like, and that a server may have read as its own. */
const liked = [2, 3, 5, 10, 12, 15, 20, 24, 25, 30, 32, 40, 50, 60, 64, 75, 80, 99];

export default rule({
  clause: 'products-page-limit-exact',
  title: 'a page holds page[limit] products, or what is left of the total',
  needs: ['node-products/total-count', 'node-products/total-constant', 'node-products/page-limit'],
  evidence: 'pagination',
  check: async (probe) => {
    await eachNode(probe, async (node) => {
      const first = await list(probe, node, { limit: wholePage, offset: 0 });
      const total = probe.given(first.total, 'the listing shows no total');
      probe.occasion(total > 1, 'no node has two products');
      mustBeFull(probe, first, await list(probe, node, { limit: 1, offset: 0 }), 1, 0, total);
      for (const limit of sizes) {
        const last = Math.floor((Math.min(total, farthest) - 1) / limit) * limit;
        for (const offset of new Set([0, last]))
          mustBeFull(probe, first, await list(probe, node, { limit, offset }), limit, offset, total);
      }
    });
    const { node, page } = await fullestNode(probe, 2);
    const total = probe.given(page.total, 'the listing shows no total');
    for (const limit of liked)
      mustBeFull(probe, page, await list(probe, node, { limit, offset: 0 }), limit, 0, total);
  },
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
      name: 'a page of sixty-four comes with sixty-three',
      wire: misread(({ limit }) => (limit === 64 ? { limit: 63 } : undefined)),
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
