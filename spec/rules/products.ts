// What rules read of a product.

import {
  at,
  type Item,
  instances,
  isObject,
  type Json,
  type JsonObject,
  keyOfId,
  onceFor,
  type Page,
  withAt,
} from '../../conformance/rules.ts';

/** The field that marks a product as curated. */
export const mark = 'curated_product';

/** Where a product may have the mark of curation, by the name of its place; the likeliest first. */
const markPlaces = { attributes: ['attributes', mark], product: [mark], meta: ['meta', mark] } as const;

/** Where a product has the mark of curation. */
export const marksOf = (record: unknown): (keyof typeof markPlaces)[] =>
  (['attributes', 'product', 'meta'] as const).filter((place) => at(record, ...markPlaces[place]) === true);

/** A product with the mark of curation. */
export const curated = (record: JsonObject): JsonObject =>
  withAt(record, markPlaces.attributes, true) as JsonObject;

/** The id of a product in a response. */
export function idOf(record: unknown): string | undefined {
  const id = at(record, 'id');
  return typeof id === 'string' ? keyOfId(id) : undefined;
}

/** A product with another value of an attribute. */
export const withAttribute = (record: JsonObject, name: string, value: Json): JsonObject =>
  withAt(record, ['attributes', name], value) as JsonObject;

/** Whether a product has an attribute. */
export const hasAttribute = (record: JsonObject, name: string): boolean =>
  isObject(record.attributes) && at(record, 'attributes', name) !== undefined;

/** The types and components of a product, as pages remember them; parsed once. */
const productContent = onceFor((item: Item) => {
  const [types, components] = ['product_types', 'components'].map((name): Json => {
    const text = item.values[`/attributes/${name}`];
    return text === undefined || !/^[[{]/.test(text) ? null : JSON.parse(text);
  });
  return {
    types: Array.isArray(types) ? types : [],
    components: isObject(components) ? components : undefined,
  };
});

/** The ids of the components of a product, repeated as returned. */
const componentsOf = (item: Item): string[] =>
  instances(productContent(item).components ?? null, ['{}', 'options', '[]', 'id']).flatMap(({ value }) =>
    typeof value === 'string' ? [keyOfId(value)] : [],
  );

/** The ids of the components of the products of a page. */
export const componentsOn = ({ items }: Page): string[] => items.flatMap(componentsOf);

/** Whether a product is a bundle; undefined if it shows neither types nor components. */
export function isBundle(item: Item): boolean | undefined {
  const { types, components } = productContent(item);
  if (types.length === 0 && !components) return undefined;
  return types.includes('bundle') || Object.keys(components ?? {}).length > 0;
}
