import { rule } from '../../../core/rule.ts';
import { eachOfCurated } from '../../../interface/curation.ts';
import { changeProducts } from '../../../mutants/node-products/listing.ts';
import { withFlag } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'only products in `curated_products` have `curated_product: true`',
  claims: [
    eachOfCurated(
      (isCurated) => !isCurated,
      ({ isCurated }) => !isCurated,
      (product) => ({
        expected: '`curated_product: true` only for products in `curated_products`',
        saw: `it for ${product}, which is not in the list`,
      }),
    ),
  ],
  mutants: [
    { name: 'every product is marked as curated', wire: changeProducts(withFlag) },
    {
      name: 'what is curated in one node is marked in the others too',
      wireFor: ({ nodes }) => {
        const curated = new Set<unknown>(nodes.flatMap((node) => node.curated ?? []));
        return changeProducts((product) => (curated.has(product.id) ? withFlag(product) : product));
      },
    },
    {
      name: 'under a filter every product is marked as curated',
      wire: changeProducts((product, _, { filter }) => (filter === undefined ? product : withFlag(product))),
    },
  ],
});
