import { at, isObject, type Json, type JsonObject } from '../../src/wire/json.ts';
import { idOf, type Page } from './listing.ts';

/** Whether a product shows enough to tell a bundle from other products. */
export const tellsItsKind = (product: JsonObject): boolean =>
  isObject(at(product, 'attributes', 'components')) ||
  Array.isArray(at(product, 'attributes', 'product_types'));

/** Whether a product is a bundle, as far as it shows. */
export function isBundle(product: JsonObject): boolean {
  const types = at(product, 'attributes', 'product_types');
  const components = at(product, 'attributes', 'components');
  const hasComponents = isObject(components) && Object.keys(components).length > 0;
  return (Array.isArray(types) && types.includes('bundle')) || hasComponents;
}

/** The ids that the components of products name, as often as they do, in lower case. */
export function namedComponents(products: readonly JsonObject[]): string[] {
  const components = products.flatMap((product) => {
    const found = at(product, 'attributes', 'components');
    return isObject(found) ? Object.values(found) : [];
  });
  const options = components.flatMap((component) => {
    const found = at(component, 'options');
    return Array.isArray(found) ? found : [];
  });
  return options.flatMap((option: Json) => idOf(option) ?? []);
}

/** The ids that the components of products name, each once, in lower case. */
export const componentIds = (products: readonly JsonObject[]): string[] => [
  ...new Set(namedComponents(products)),
];

/** The component products a page includes; undefined where it shows no such list. */
export function includedOn({ json }: Page): Json[] | undefined {
  const included = at(json, 'included', 'component_products');
  return Array.isArray(included) ? included : undefined;
}
