import { at, isObject, type JsonObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { changeProducts } from '../../../mutants/node-products/listing.ts';
import { hasAttribute, withAttribute } from '../../../mutants/node-products/product.ts';

export default rule({
  title: 'product_types does not contradict components or variations',
  claims: [
    eachPageShows(({ page, products }, judge) => {
      for (const [index, product] of products.entries()) {
        const types = at(product, 'attributes', 'product_types');
        if (!Array.isArray(types) || types.length === 0) continue;
        const faults = [bundleFault(types, product), variationFault(types, product)];
        if (faults.every((fault) => fault === undefined)) continue;
        const fault = faults.find((one) => typeof one === 'string');
        judge.claim(fault === undefined, () => ({
          expected: `data[${index}].attributes.product_types does not contradict components and variations`,
          saw: `${JSON.stringify(types)}, and ${fault}`,
          shown: [page.exchange],
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'a bundle shows itself as a standard product',
      wire: changeProducts((product) =>
        hasAttribute(product, 'components') ? withAttribute(product, 'product_types', ['standard']) : product,
      ),
    },
    {
      name: 'a product without components shows itself as a bundle',
      wire: changeProducts((product) =>
        hasAttribute(product, 'components')
          ? product
          : withAttribute(withAttribute(product, 'components', {}), 'product_types', ['bundle']),
      ),
    },
    {
      name: 'a product with variations shows itself as a standard product',
      wire: changeProducts((product) =>
        sizeOf(product, 'variations') ? withAttribute(product, 'product_types', ['standard']) : product,
      ),
    },
    {
      name: 'a product whose variations are empty shows itself as a parent',
      wire: changeProducts((product) =>
        sizeOf(product, 'variations') === 0 ? withAttribute(product, 'product_types', ['parent']) : product,
      ),
    },
  ],
});

/** What contradicts the types; null where nothing does, undefined where there is nothing to compare. */
type Fault = string | null | undefined;

function bundleFault(types: readonly unknown[], product: JsonObject): Fault {
  const components = sizeOf(product, 'components');
  if (components === undefined) return undefined;
  if (components === 0) return types.includes('bundle') ? 'no components' : null;
  return types.includes('bundle') ? null : `${components} components`;
}

/** A child may show the variations of its parent. */
function variationFault(types: readonly unknown[], product: JsonObject): Fault {
  const variations = sizeOf(product, 'variations');
  if (variations === undefined) return undefined;
  if (variations === 0) return types.includes('parent') ? 'no variations' : null;
  return types.includes('standard') ? `${variations} variations` : null;
}

/** How many fields an attribute has that is an object or a list; undefined where it is neither. */
function sizeOf(product: JsonObject, name: string): number | undefined {
  const value = at(product, 'attributes', name);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}
