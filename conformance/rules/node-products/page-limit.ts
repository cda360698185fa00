import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import type { NodeTarget } from '../../engine/target.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { list, type Query, wholePage } from '../../listing/listing.ts';
import { ignoreLimitAlone, misread } from '../../mutants/listing.ts';

/** Sizes that are nobody's default. */
const sizes = [1, 2, 3, 7, 13];

export default rule({
  clause: 'products-page-limit-most',
  title: 'a page holds at most page[limit] products',
  evidence: 'pagination',
  check: async (probe) => {
    const mustHold = async (node: NodeTarget, query: Query & { limit: number }): Promise<void> => {
      const { answer, products } = await list(probe, node, query);
      const wanted = `at most ${query.limit} ${query.limit === 1 ? 'product' : 'products'}`;
      probe.must(products.length <= query.limit, wanted, `${products.length} products`, answer);
    };
    await eachNode(probe, async (node) => {
      const whole = await list(probe, node, { limit: wholePage, offset: 0 });
      const cut = sizes.filter((size) => size < whole.products.length);
      probe.occasion(cut.length > 0, 'no node holds more products than a small page');
      for (const limit of cut) await mustHold(node, { limit, offset: 0 });
    });
    const { node } = await fullestNode(probe, 2);
    await mustHold(node, { limit: 1 });
  },
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
