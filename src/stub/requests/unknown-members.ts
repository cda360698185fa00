import { at, isObject, type Json } from '../../json/json.ts';
import { escapePointer } from '../../json/pointer.ts';

/** JSON pointers to the fields of a value that its schema does not list, as far as the schema lists fields. */
export function unknownMembers(value: Json, schema: unknown, pointer = ''): string[] {
  const listed = at(schema, 'properties');
  if (!isObject(value) || !isObject(listed)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${pointer}/${escapePointer(name)}`;
    return Object.hasOwn(listed, name) ? unknownMembers(inner, listed[name], here) : [here];
  });
}
