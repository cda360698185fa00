import { at } from '../../../src/wire/json.ts';
import type { Answer } from '../../engine/probe.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { idOf } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';
import { hasAttribute, withAttribute } from '../../mutants/product.ts';

export default rule({
  clause: 'product-sku-unique',
  title: 'no two products show the same stock keeping unit',
  needs: [...identity],
  evidence: 'content',
  check: async (probe) => {
    const owners = new Map<string, { readonly id: string; readonly answer: Answer }>();
    for (const { pages } of await wholes(probe)) {
      for (const { answer, products } of pages) {
        for (const product of products) {
          const sku = at(product, 'attributes', 'sku');
          const id = idOf(product);
          if (typeof sku !== 'string' || sku === '' || id === undefined) continue;
          const owner = owners.get(sku) ?? { id, answer };
          owners.set(sku, owner);
          const wanted = `sku ${printValue(sku)} on one product only`;
          probe.must(owner.id === id, wanted, `the products ${owner.id} and ${id}`, answer, owner.answer);
        }
      }
    }
  },
  mutants: [
    {
      name: 'two products far apart share a stock keeping unit',
      wire: changeProducts((product, index) =>
        index % 50 === 7 && hasAttribute(product, 'sku') ? withAttribute(product, 'sku', 'TWICE') : product,
      ),
    },
  ],
});
