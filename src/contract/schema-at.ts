import { at, isObject, type Json, type Path } from '../json/json.ts';

/** The schema of a field, by the path of the field. */
export const schemaAt = (schema: unknown, place: Path): unknown =>
  at(schema, ...place.flatMap((step) => ['properties', step]));

/** The types that a schema states itself. */
export const typesOf = (schema: unknown): readonly Json[] =>
  isObject(schema) ? [schema.type ?? []].flat() : [];
