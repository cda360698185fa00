import { at, isObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { changeProducts } from '../../../mutants/node-products/listing.ts';
import { withAttribute } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'variation_matrix is empty where product_types is ["standard"]',
  claims: [
    eachPageShows(({ page, products }, judge) => {
      for (const [index, product] of products.entries()) {
        const matrix = at(product, 'attributes', 'variation_matrix');
        if (!isStandard(at(product, 'attributes', 'product_types')) || !isObject(matrix)) continue;
        const members = Object.keys(matrix).length;
        judge.claim(members === 0, () => ({
          expected: `data[${index}].attributes.variation_matrix of a product whose product_types is ["standard"] is empty`,
          saw: members === 1 ? '1 field' : `${members} fields`,
          shown: [page.exchange],
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'a standard product without variations in the response has a matrix',
      wire: changeProducts((product) => {
        if (!isStandard(at(product, 'attributes', 'product_types'))) return product;
        const { variations: _, ...attributes } = product.attributes as Record<string, never>;
        return withAttribute({ ...product, attributes }, 'variation_matrix', { left_over: {} });
      }),
    },
  ],
});

const isStandard = (types: unknown): boolean =>
  Array.isArray(types) && types.length === 1 && types[0] === 'standard';
