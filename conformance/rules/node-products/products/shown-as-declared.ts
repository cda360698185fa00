import { at, type JsonObject, withAt } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { declaredLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { idOf } from '../../../interface/read-page.ts';
import { changeIncluded, changeProducts } from '../../../mutants/node-products/listing.ts';

const fields = ['name', 'slug', 'sku'] as const;

export default rule({
  title: 'a product has the `name`, `slug` and `sku` of the target file',
  shows: 'content',
  claims: [
    eachPageShows(({ page, json, products }, judge) => {
      const { declared } = judge.target;
      if (!declared || declared.size === 0)
        return judge.untested('the target file has no name, slug or sku of a live product', declaredLine);
      const components = at(json, 'included', 'component_products');
      for (const product of [...products, ...(Array.isArray(components) ? components : [])])
        for (const field of fields) {
          const expected = declared.get(idOf(product) ?? '')?.[field];
          const saw = at(product, 'attributes', field);
          // A field that is left out is evidence of nothing, and one of another type breaks another rule.
          if (expected === undefined || typeof saw !== 'string') continue;
          judge.claim(saw.normalize() === expected.normalize(), () => ({
            title: `attributes.${field} of a product is as in the target file`,
            expected: `attributes.${field} of ${idOf(product)} is ${printValue(expected)}, as in the target file`,
            saw: printValue(saw),
            shown: [page.exchange],
          }));
        }
    }),
  ],
  mutants: [
    { name: 'names are escaped for HTML', wire: changeProducts((product) => renamed(product, escaped)) },
    {
      name: 'names are cut after 15 characters',
      wire: changeProducts((product) => renamed(product, (name) => name.slice(0, 15))),
    },
    {
      name: 'letters beyond ASCII are lost',
      wire: changeProducts((product) => renamed(product, (name) => name.replaceAll(/\P{ASCII}/gu, '?'))),
    },
    {
      name: 'under a filter, names are decoded once more',
      wire: changeProducts((product, _, { filter }) =>
        filter === undefined
          ? product
          : renamed(product, (name) => name.replaceAll('%40', '@').replaceAll('+', ' ')),
      ),
    },
    {
      name: 'the sku of a component product is that of another',
      wire: changeIncluded((included) =>
        included.map((product) => withAt(product, ['attributes', 'sku'], 'another')),
      ),
    },
  ],
});

/** A product with its name changed, where it shows one. */
function renamed(product: JsonObject, change: (name: string) => string): JsonObject {
  const name = at(product, 'attributes', 'name');
  return typeof name === 'string'
    ? (withAt(product, ['attributes', 'name'], change(name)) as JsonObject)
    : product;
}

const escaped = (name: string): string => name.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
