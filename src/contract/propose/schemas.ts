import { at, isObject, type JsonObject } from '../../json/json.ts';
import { typesOf } from '../../json/schema-at.ts';
import { lettersOfName } from './words.ts';

/** A query parameter, with its schema inlined. */
export type QueryParameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

/** The parameters that a request may have today. */
export const currentOf = (parameters: readonly QueryParameter[]): readonly QueryParameter[] =>
  parameters.filter((one) => one.in === 'query' && at(one, 'deprecated') !== true);

/** Of some names, the parameter that has the first one, if it is meant by it. */
export const parameterNamed = (
  current: readonly QueryParameter[],
  names: readonly string[],
  isMeant: (one: QueryParameter) => boolean,
): QueryParameter | undefined =>
  names.flatMap((name) => current.find((one) => lettersOfName(one.name) === name && isMeant(one)) ?? [])[0];

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
