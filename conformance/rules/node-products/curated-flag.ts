import { idOf, list } from '../../engine/listing.ts';
import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder, curatedRemedy, isFlagged } from '../../listing/curation.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';
import { withoutFlag } from '../../mutants/product.ts';

export default rule({
  clause: 'products-curated-flag',
  title: 'each curated product carries curated_product: true',
  needs: [...identity, 'node-products/product.attributes/type'],
  evidence: 'order',
  check: async (probe) => {
    const curated = (await wholes(probe)).filter(({ node }) => curatedOrder(node) !== undefined);
    probe.occasion(curated.length > 0, 'no curated node is known', curatedRemedy);
    await eachOf(curated, async ({ node, pages }) => {
      const order = probe.occasion(curatedOrder(node), 'no curated order is known');
      const small = await list(probe, node, { limit: 7, offset: 0 });
      for (const { answer, products } of [...pages, small]) {
        for (const [index, product] of products.entries()) {
          const id = idOf(product);
          if (id === undefined || !order.includes(id)) continue;
          const what = `data[${index}] (${id}) carries curated_product: true`;
          probe.must(isFlagged(product), what, 'no such mark', answer);
        }
      }
    });
  },
  mutants: [
    {
      name: 'on small pages no product is marked',
      wire: changeProducts((product, _, { limit }) => (limit === 7 ? withoutFlag(product) : product)),
    },
    { name: 'no product is marked as curated', wire: changeProducts(withoutFlag) },
    {
      name: 'the last curated product of a page is not marked',
      wire: changeProducts((product, index) => (index === 12 ? withoutFlag(product) : product)),
    },
  ],
});
