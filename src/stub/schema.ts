import { escapePointer } from '../contract/pointer.ts';
import { at, isObject, type Json } from '../wire/json.ts';

/** The constant that the contract sets for a member, `otherwise` where it sets none. */
export function constantAt(schema: unknown, members: readonly string[], otherwise: string): string {
  const constant = at(schema, ...members.flatMap((member) => ['properties', member]), 'const');
  return typeof constant === 'string' ? constant : otherwise;
}

/** Pointers of the members of a value that its schema, where it lists members at all, does not list. */
export function unknownMembers(value: Json, schema: unknown, pointer = ''): string[] {
  const listed = at(schema, 'properties');
  if (!isObject(value) || !isObject(listed)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${pointer}/${escapePointer(name)}`;
    return Object.hasOwn(listed, name) ? unknownMembers(inner, listed[name], here) : [here];
  });
}

/** A copy in which every optional member that is absent, in any object the schema knows, is null. */
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
