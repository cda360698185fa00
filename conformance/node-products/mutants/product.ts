import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../../../src/json/json.ts';

/** A product without its mark of curation, wherever it was. */
export const withoutFlag = (product: JsonObject): JsonObject =>
  [['curated_product'], ['attributes', 'curated_product'], ['meta', 'curated_product']].reduce(
    (left, path) => withoutAt(left, path) as JsonObject,
    product,
  );

/** A product with the mark of curation. */
export const withFlag = (product: JsonObject): JsonObject => withAttribute(product, 'curated_product', true);

/** A product with one attribute set. */
export const withAttribute = (product: JsonObject, name: string, value: Json): JsonObject =>
  withAt(product, ['attributes', name], value) as JsonObject;

/** Whether a product shows that attribute. */
export const hasAttribute = (product: JsonObject, name: string): boolean =>
  isObject(product.attributes) && at(product, 'attributes', name) !== undefined;
