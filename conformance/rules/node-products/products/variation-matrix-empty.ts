import { at, isObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { changeProducts } from '../../../mutants/node-products/listing.ts';
import { hasAttribute, withAttribute } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'variation_matrix of a product without variations is empty',
  shows: 'content',
  claims: [
    eachPageShows(({ page, products }, judge) => {
      for (const [index, product] of products.entries()) {
        const variations = at(product, 'attributes', 'variations');
        const matrix = at(product, 'attributes', 'variation_matrix');
        if (!Array.isArray(variations) || variations.length > 0 || !isObject(matrix)) continue;
        const members = Object.keys(matrix).length;
        judge.claim(members === 0, () => ({
          expected: `data[${index}].attributes.variation_matrix is empty`,
          saw: members === 1 ? '1 field' : `${members} fields`,
          shown: [page.exchange],
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'a product without variations has a matrix',
      wire: changeProducts((product) =>
        hasAttribute(product, 'variation_matrix')
          ? withAttribute(product, 'variation_matrix', { left_over: {} })
          : product,
      ),
    },
  ],
});
