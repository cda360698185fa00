import { at, type JsonObject } from '../../../../src/json/json.ts';
import { place, printField } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import {
  changeIncluded,
  changeListing,
  changeProducts,
  productsOf,
} from '../../../mutants/node-products/listing.ts';
import { hasAttribute, withAttribute } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'a field for which a product has no value is absent, not null',
  claims: [
    {
      on: 'answer',
      judge: ({ shape, page, json = {}, call, reply }, judge) => {
        if (!shape || !page || page.size === 0) return;
        const [found] = shape.nulls;
        judge.claim(found === undefined, () => ({
          title: `${printField(found?.path ?? [])} is absent, not null`,
          expected: `${place(json, found?.path ?? [])} is absent`,
          saw: 'null',
          shown: [{ call, reply }],
        }));
      },
    },
  ],
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
    {
      name: 'a component product shows null for its description',
      wire: changeIncluded((included) =>
        included.map((product) => withAttribute(product as JsonObject, 'description', null)),
      ),
    },
    {
      name: 'a relationship shows null for its data',
      wire: changeProducts((product) => ({ ...product, relationships: { main_image: { data: null } } })),
    },
    {
      name: 'a product shows null for whatever others of the page show and it does not',
      wire: changeListing((json) => {
        const products = productsOf(json);
        const names = new Set(products.flatMap((product) => Object.keys(at(product, 'attributes') ?? {})));
        const emptied = (product: JsonObject): JsonObject =>
          [...names].reduce(
            (shown, name) => (hasAttribute(shown, name) ? shown : withAttribute(shown, name, null)),
            product,
          );
        return { ...json, data: products.map(emptied) };
      }),
    },
  ],
});
