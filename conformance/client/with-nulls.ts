import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';

/** Optional fields of a creation, by the object that they are in. */
const ofCreation: readonly (readonly [path: readonly string[], names: readonly string[]])[] = [
  [['data'], ['reserved_rate_limit']],
  [
    ['data', 'attributes'],
    ['external_ref', 'relationships'],
  ],
  [
    ['data', 'attributes', 'meta', 'timestamps'],
    ['canceled_at', 'paused_at', 'resumed_at', 'end_date'],
  ],
  [['data', 'attributes', 'meta'], ['state']],
  [['data', 'attributes', 'offering'], ['relationships']],
  [
    ['data', 'attributes', 'offering', 'attributes'],
    ['external_ref', 'description'],
  ],
];

/** Optional attributes of a product. */
const ofProduct = ['description', 'sku', 'upc_ean', 'mpn', 'external_ref', 'locales', 'tags', 'components'];

/** The body of a response with null where an optional field has no value. */
export function withNulls(json: JsonObject): Json {
  const changed = structuredClone(json);
  if (Array.isArray(changed.data)) {
    for (const product of changed.data) addNulls(at(product, 'attributes'), ofProduct);
  } else {
    const isKey = at(changed, 'data', 'type') === 'application_key';
    for (const [path, names] of isKey ? ofCreation.slice(0, 1) : ofCreation.slice(1))
      addNulls(at(changed, ...path), names);
  }
  return changed;
}

function addNulls(object: unknown, names: readonly string[]): void {
  if (!isObject(object)) return;
  for (const name of names) object[name] ??= null;
}
