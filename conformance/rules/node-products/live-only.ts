import { at } from '../../../src/wire/json.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-live-only',
  title: 'only live products are listed',
  needs: ['node-products/product.attributes.status/enum'],
  evidence: 'live',
  check: async (probe) => {
    for (const { pages } of await wholes(probe)) {
      for (const { answer, products } of pages) {
        for (const [index, product] of products.entries()) {
          const status = at(product, 'attributes', 'status');
          if (typeof status !== 'string') continue;
          const where = `data[${index}].attributes.status`;
          probe.must(status === 'live', `${where} is "live"`, printValue(status), answer);
        }
      }
    }
  },
  mutants: [
    {
      name: 'the last product beyond offset 100 is a draft',
      wire: changeProducts((product, index, { offset }) =>
        offset >= 100 && index === 0 ? draft(product) : product,
      ),
    },
    {
      name: 'one listed product of a full page is a draft',
      wire: changeProducts((product, index) => (index === 99 ? draft(product) : product)),
    },
  ],
});

const draft = (product: object) => ({
  ...product,
  attributes: { ...(at(product, 'attributes') as object), status: 'draft' },
});
