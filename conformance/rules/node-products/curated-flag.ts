import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { curatedOrder, curatedRemedy, isFlagged } from '../../listing/curation.ts';
import { idOf } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { filteredPages, plainPages } from '../../listing/seen-pages.ts';
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
    await eachOf(curated, async (whole) => {
      const order = new Set(probe.occasion(curatedOrder(whole.node), 'no curated order is known'));
      const pages = [...(await plainPages(probe, whole)), ...(await filteredPages(probe, whole))];
      for (const { answer, products } of pages) {
        for (const [index, product] of products.entries()) {
          const id = idOf(product);
          if (id === undefined || !order.has(id)) continue;
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
    {
      name: 'under a filter no product is marked',
      wire: changeProducts((product, _, { filter }) =>
        filter === undefined ? product : withoutFlag(product),
      ),
    },
    {
      name: 'from the third page on no product is marked',
      wire: changeProducts((product, _, { offset, limit = 100 }) =>
        offset >= 2 * limit ? withoutFlag(product) : product,
      ),
    },
    { name: 'no product is marked as curated', wire: changeProducts(withoutFlag) },
    {
      name: 'the last curated product of a page is not marked',
      wire: changeProducts((product, index) => (index === 12 ? withoutFlag(product) : product)),
    },
  ],
});
