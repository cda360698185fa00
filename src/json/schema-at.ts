import { at, isObject, type Json, type JsonObject, objectIn, type Path } from './json.ts';

/** The schema of a field, by the path of the field. */
export const schemaAt = (schema: unknown, place: Path): unknown =>
  at(schema, ...place.flatMap((step) => ['properties', step]));

/** The types that a schema states itself. */
export const typesOf = (schema: unknown): readonly Json[] => {
  if (!isObject(schema) || schema.type === undefined) return [];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
};

/** Whether a schema states that a value may be a number. */
export const isNumeric = (schema: unknown): boolean =>
  typesOf(schema).some((type) => type === 'integer' || type === 'number');

/** The schemas of the fields of an object, by their names. */
export const propertiesOf = (schema: unknown): JsonObject => objectIn(schema, 'properties');

/** The names of the fields that an object must have. */
export const requiredOf = (schema: unknown): string[] => {
  const { required } = objectIn(schema);
  return Array.isArray(required) ? required.map(String) : [];
};

/** Whether a value is text that may be anything: of no other type, and of no listed values, format or pattern. */
export const isFreeText = (schema: unknown): boolean =>
  String(typesOf(schema)) === 'string' &&
  ['enum', 'const', 'format', 'pattern'].every((keyword) => at(schema, keyword) === undefined);
