import { list, wholePage } from '../../engine/listing.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { ignoreLimitAlone, misread } from '../../mutants/listing.ts';

/** Sizes that are nobody's default. */
const sizes = [1, 2, 3, 7, 13];

export default rule({
  clause: 'products-page-limit-most',
  title: 'a page holds at most page[limit] products',
  evidence: 'pagination',
  check: (probe) =>
    eachNode(probe, async (node) => {
      const whole = await list(probe, node, { limit: wholePage, offset: 0 });
      const cut = sizes.filter((size) => size < whole.products.length);
      probe.occasion(cut.length > 0, 'no node holds more products than a small page');
      for (const query of [...cut.map((limit) => ({ limit, offset: 0 })), { limit: cut[0] ?? 1 }]) {
        const { answer, products } = await list(probe, node, query);
        const size = query.limit;
        probe.must(
          products.length <= size,
          `at most ${size} products`,
          `${products.length} products`,
          answer,
        );
      }
    }),
  mutants: [
    {
      name: 'a limit counts only where an offset is given',
      wire: ignoreLimitAlone,
    },
    {
      name: 'a page holds one product too many',
      wire: misread(({ limit }) =>
        limit !== undefined && limit < wholePage ? { limit: limit + 1 } : undefined,
      ),
    },
    {
      name: 'pages of two are rounded up to ten',
      wire: misread(({ limit }) => (limit === 2 ? { limit: 10 } : undefined)),
    },
  ],
});
