import { at } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachPage } from '../../../interface/claims.ts';
import { changeProducts, looksFor } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'each listed product has `attributes.status` live',
  shows: 'live',
  claims: [
    eachPage(({ page, products }, judge) => {
      for (const [index, product] of products.entries()) {
        const status = at(product, 'attributes', 'status');
        if (typeof status !== 'string') continue;
        judge.claim(status === 'live', () => ({
          expected: `data[${index}].attributes.status is "live"`,
          saw: printValue(status),
          shown: [page.exchange],
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'the last product of a page that is not the whole node is a draft',
      wire: changeProducts((product, index, { limit }) => (index + 1 === limit ? draft(product) : product)),
    },
    {
      name: 'a filter by slug returns a draft',
      wire: changeProducts((product, _, query) => (looksFor(query, 'slug') ? draft(product) : product)),
    },
    {
      name: 'the first product beyond the first page is a draft',
      wire: changeProducts((product, index, { offset, largest }) =>
        offset >= largest && index === 0 ? draft(product) : product,
      ),
    },
    {
      name: 'the last product of the largest page is a draft',
      wire: changeProducts((product, index, { largest }) =>
        index === largest - 1 ? draft(product) : product,
      ),
    },
  ],
});

const draft = (product: object) => ({
  ...product,
  attributes: { ...(at(product, 'attributes') as object), status: 'draft' },
});
