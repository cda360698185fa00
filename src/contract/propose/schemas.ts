import { at, isObject, type JsonObject, type Path } from '../../json/json.ts';
import { propertiesOf, typesOf } from '../../json/schema-at.ts';

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

export type Leaf = { readonly path: Path; readonly schema: JsonObject };

/** The parts of a response beside its records, down to a few levels: what stands in an object, not in a list. */
export function leavesBeside(response: unknown, items: Path, path: Path = []): Leaf[] {
  return Object.entries(propertiesOf(response)).flatMap(([name, schema]) => {
    const here = [...path, name];
    if (!isObject(schema) || here.join('/') === items.join('/')) return [];
    const inner = here.length < 4 ? leavesBeside(schema, items, here) : [];
    return [{ path: here, schema }, ...inner];
  });
}
