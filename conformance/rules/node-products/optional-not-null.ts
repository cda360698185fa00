import { nullsIn } from '../../engine/nulls.ts';
import { printPath } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';
import { hasAttribute, withAttribute } from '../../mutants/product.ts';

export default rule({
  clause: 'product-optional-not-null',
  title: 'a product leaves out what it has no value for, rather than showing null',
  check: async (probe) => {
    for (const { pages } of await wholes(probe)) {
      for (const { answer, json, products } of pages.filter((page) => page.products.length > 0)) {
        const [found] = nullsIn(probe.contract, 'node-products', json);
        const saw = found ? `null at ${printPath(found)}` : '';
        probe.must(
          found === undefined,
          `optional members of ${products.length} products absent, not null`,
          saw,
          answer,
        );
      }
    }
  },
  mutants: [
    {
      name: 'one product of a hundred shows null for its description',
      wire: changeProducts((product, index) =>
        index === 57 ? withAttribute(product, 'description', null) : product,
      ),
    },
    {
      name: 'a product without a description shows null for it',
      wire: changeProducts((product) =>
        hasAttribute(product, 'name') && !hasAttribute(product, 'description')
          ? withAttribute(product, 'description', null)
          : product,
      ),
    },
  ],
});
