import { at, type Json } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { changeProducts } from '../../../mutants/node-products/listing.ts';
import { withAttribute } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'the options in an inner array of build_rules are of different variations',
  shows: 'content',
  claims: [
    eachPageShows(({ page, products }, judge) => {
      for (const [index, product] of products.entries()) {
        const variationOf = optionsOf(product);
        for (const list of ['include', 'exclude']) {
          for (const [row, inner] of items(product, 'build_rules', list).entries()) {
            const variations = (Array.isArray(inner) ? inner : []).flatMap(
              (option) => variationOf.get(String(option)) ?? [],
            );
            if (variations.length < 2) continue;
            const where = `data[${index}].attributes.build_rules.${list}[${row}]`;
            judge.claim(new Set(variations).size === variations.length, () => ({
              title: `data[].attributes.build_rules.${list}[] names options of different variations`,
              expected: `${where} names options of different variations`,
              saw: 'two of the same',
              shown: [page.exchange],
            }));
          }
        }
      }
    }),
  ],
  mutants: [
    {
      name: 'a build rule joins two options of one variation',
      wire: changeProducts((product) => {
        const [first, second] = items(product, 'variations', 0, 'options').map(
          (option) => at(option, 'id') as Json,
        );
        return first && second
          ? withAttribute(product, 'build_rules', { default: 'include', include: [[first, second]] })
          : product;
      }),
    },
  ],
});

/** The list at a place in the attributes; nothing, where there is none. */
function items(product: unknown, ...path: (string | number)[]): Json[] {
  const found = at(product, 'attributes', ...path);
  return Array.isArray(found) ? found : [];
}

/** Which variation each option of a product belongs to, by its place; options of several are left out. */
function optionsOf(product: unknown): Map<string, number> {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const variation of items(product, 'variations').keys()) {
    for (const option of items(product, 'variations', variation, 'options')) {
      const id = String(at(option, 'id'));
      if (found.has(id) && found.get(id) !== variation) several.add(id);
      found.set(id, variation);
    }
  }
  for (const id of several) found.delete(id);
  return found;
}
