import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder, curatedRemedy, isFlagged } from '../../listing/curation.ts';
import { idOf } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';
import { withFlag } from '../../mutants/product.ts';

export default rule({
  clause: 'products-curated-flag-only',
  title: 'no other product carries curated_product: true',
  needs: [...identity],
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(({ node }) => curatedOrder(node) !== undefined);
    probe.occasion(curated.length > 0, 'no curated node is known', curatedRemedy);
    await eachOf(curated, async ({ node, pages }) => {
      const order = new Set(probe.occasion(curatedOrder(node), 'no curated order is known'));
      for (const { answer, products } of pages) {
        for (const [index, product] of products.entries()) {
          const id = idOf(product);
          if (id === undefined || order.has(id)) continue;
          probe.must(
            !isFlagged(product),
            `data[${index}] (${id}) carries no such mark`,
            'curated_product: true',
            answer,
          );
        }
      }
    });
  },
  mutants: [{ name: 'every product is marked as curated', wire: changeProducts(withFlag) }],
});
