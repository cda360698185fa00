import { at, isObject, type Json } from '../../json/json.ts';

/** The constant that the contract requires for a member, or `fallback` if there is none. */
export function constantAt(schema: unknown, members: readonly string[], fallback: string): string {
  const constant = at(schema, ...members.flatMap((member) => ['properties', member]), 'const');
  return typeof constant === 'string' ? constant : fallback;
}

/** The values that the contract allows for a member; none if it lists none. */
export function enumAt(schema: unknown, members: readonly string[]): readonly Json[] {
  const values = at(schema, ...members.flatMap((member) => ['properties', member]), 'enum');
  return Array.isArray(values) ? values : [];
}

/** A copy in which every absent optional member of every object is null, as far as the schema lists members. */
export function withNulls(value: Json, schema: unknown): Json {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, at(schema, 'items')));
  const listed = at(schema, 'properties');
  if (!isObject(value) || !isObject(listed)) return value;
  const required = at(schema, 'required');
  const optional = Object.keys(listed).filter(
    (name) => !(Array.isArray(required) && required.includes(name)),
  );
  return {
    ...Object.fromEntries(optional.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withNulls(inner, listed[name])]),
    ),
  };
}
