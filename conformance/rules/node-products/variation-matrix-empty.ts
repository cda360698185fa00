import { at, isObject } from '../../../src/wire/json.ts';
import { rule } from '../../engine/rule.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';
import { hasAttribute, withAttribute } from '../../mutants/product.ts';

export default rule({
  clause: 'product-variation-matrix-empty',
  title: 'a product without variations has an empty variation matrix',
  evidence: 'content',
  check: async (probe) => {
    for (const { pages } of await wholes(probe)) {
      for (const { answer, products } of pages) {
        for (const [index, product] of products.entries()) {
          const variations = at(product, 'attributes', 'variations');
          const matrix = at(product, 'attributes', 'variation_matrix');
          if (!Array.isArray(variations) || variations.length > 0 || !isObject(matrix)) continue;
          const members = Object.keys(matrix).length;
          probe.must(
            members === 0,
            `data[${index}].attributes.variation_matrix is empty`,
            `${members} members`,
            answer,
          );
        }
      }
    }
  },
  mutants: [
    {
      name: 'a matrix stands where there are no variations',
      wire: changeProducts((product) =>
        hasAttribute(product, 'variation_matrix')
          ? withAttribute(product, 'variation_matrix', { stray: {} })
          : product,
      ),
    },
  ],
});
