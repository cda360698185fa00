import { rule } from '../../../core/rule.ts';
import { eachOfCurated } from '../../../interface/curation.ts';
import { changeProducts } from '../../../mutants/node-products/listing.ts';
import { withoutFlag } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'each curated product has curated_product: true',
  shows: 'order',
  claims: [
    eachOfCurated(
      (isCurated) => isCurated,
      ({ isCurated }) => isCurated,
      (product) => ({ expected: `${product} has curated_product: true`, saw: 'no curated_product: true' }),
    ),
  ],
  mutants: [
    {
      name: 'on pages smaller than the node no product is marked',
      wire: changeProducts((product, _, { largest, limit = largest, filter }) =>
        filter === undefined && limit < 10 ? withoutFlag(product) : product,
      ),
    },
    {
      name: 'under a filter no product is marked',
      wire: changeProducts((product, _, { filter }) =>
        filter === undefined ? product : withoutFlag(product),
      ),
    },
    {
      name: 'under a list of ids no product is marked',
      wire: changeProducts((product, _, { filter = '' }) =>
        /^in\(id,[^,]+,/.test(filter) ? withoutFlag(product) : product,
      ),
    },
    {
      name: 'from the third page on no product is marked',
      wire: changeProducts((product, _, { offset, largest, limit = largest }) =>
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
