import { isObject, type Json, type Path } from '../../json/json.ts';

/** Called if two values cannot be merged, with the path below the target and the two kinds. */
type Clash = (path: Path, before: string, after: string) => never;

/**
 * Merges a value into another as the Overlay Specification defines it: maps field by field, lists concatenated, and
 * anything else replaced. Values of different kinds cannot be merged.
 */
export function merge(into: Json, from: Json, clash: Clash, path: Path = []): Json {
  const [before, after] = [kindOf(into), kindOf(from)];
  if (before !== after) return clash(path, before, after);
  if (Array.isArray(into) && Array.isArray(from)) return [...into, ...from];
  if (!isObject(into) || !isObject(from)) return from;
  const merged = Object.entries(from).map(([name, value]): [string, Json] => [
    name,
    Object.hasOwn(into, name) ? merge(into[name] as Json, value, clash, [...path, name]) : value,
  ]);
  return Object.fromEntries([...Object.entries(into), ...merged]);
}

/** The kind of a value in the sense of the Overlay Specification. */
export function kindOf(value: Json): 'a map' | 'a list' | 'a plain value' {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : 'a plain value';
}
