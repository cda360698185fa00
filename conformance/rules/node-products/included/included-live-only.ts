import { at, withAt } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { changeIncluded } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'each component product has `attributes.status` live',
  claims: [
    eachPageShows(({ page, json }, judge) => {
      const included = at(json, 'included', 'component_products');
      for (const [index, product] of (Array.isArray(included) ? included : []).entries()) {
        const status = at(product, 'attributes', 'status');
        if (typeof status !== 'string') continue;
        judge.claim(status === 'live', () => ({
          expected: `included.component_products[${index}].attributes.status is "live"`,
          saw: printValue(status),
          shown: [page.exchange],
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'the last component product is a draft',
      wire: changeIncluded((included) =>
        included.map((product, index) =>
          index === included.length - 1 ? withAt(product, ['attributes', 'status'], 'draft') : product,
        ),
      ),
    },
  ],
});
