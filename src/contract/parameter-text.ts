import { at, isObject, type Json, type JsonObject } from '../json/json.ts';
import { namedTypes } from './satisfiable.ts';
import { allows } from './schema-values.ts';

const bound = 2n ** 63n;

/** An integer of at most 64 bits; any other text as it is. */
export function readInteger(text: string): number | string {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (!/^[+-]?0*\d{1,19}$/.test(text)) return text;
  const integer = BigInt(text.replace('+', ''));
  return integer >= -bound && integer < bound ? Number(integer) : text;
}

const textReaders: Readonly<Record<string, (text: string, schema: JsonObject) => Json>> = {
  integer: readInteger,
  number: (text) => (/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  array: (text, { items }) =>
    isObject(items) ? itemsIn(text, items).map((one) => meaningsOf(items, one)[0] ?? one) : text.split(','),
};

/** The items of a list in a text: what is between commas, or all of it where only that is an item, as in `sort=name,asc`. */
function itemsIn(text: string, schema: JsonObject): readonly string[] {
  const items = text.split(',');
  const isOne = allowsText(schema, text) && !items.every((one) => allowsText(schema, one));
  return isOne ? [text] : items;
}

/** What the text of a parameter may mean by its schema: one value for each type that the schema names. */
export const meaningsOf = (schema: JsonObject, text: string): readonly Json[] =>
  (namedTypes(schema) ?? ['string']).map((type) => textReaders[String(type)]?.(text, schema) ?? text);

/** Whether the schema of a parameter allows a text of it. */
export const allowsText = (schema: JsonObject, text: string): boolean =>
  meaningsOf(schema, text).some((one) => allows(schema, one));

/** Whether each of several values of a parameter is a pair of its own in the query, as `tag=a&tag=b`: a list, unless it says otherwise. */
export const isRepeated = (parameter: { readonly in: string; readonly schema: JsonObject }): boolean =>
  parameter.in === 'query' &&
  namedTypes(parameter.schema)?.includes('array') === true &&
  (at(parameter, 'style') ?? 'form') === 'form' &&
  at(parameter, 'explode') !== false;
