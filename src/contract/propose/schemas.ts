import { at, isObject, type JsonObject } from '../../json/json.ts';
import { typesOf } from '../../json/schema-at.ts';

/** A query parameter, with its schema inlined. */
export type QueryParameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

export const hasType = (schema: unknown, ...types: readonly string[]): boolean =>
  typesOf(schema).some((type) => types.some((one) => one === type));

export const isScalar = (schema: unknown): boolean =>
  hasType(schema, 'string', 'integer', 'number', 'boolean') ||
  (at(schema, 'type') === undefined && Array.isArray(at(schema, 'enum')));

export const describedAs = (...parts: readonly unknown[]): string =>
  parts
    .flatMap((part) => [at(part, 'title'), at(part, 'summary'), at(part, 'description')])
    .filter((text) => typeof text === 'string')
    .join(' ');

/** A list of records, not of texts or numbers. */
export const isRecordList = (schema: unknown): boolean => {
  const record = at(schema, 'items');
  return isObject(record) && !isScalar(record) && !hasType(record, 'array');
};
