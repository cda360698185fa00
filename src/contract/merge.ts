import { isObject, type Json, type Path } from '../wire/json.ts';

/** Called where two values cannot be merged, with the place below the target and the kinds that clash. */
export type Clash = (path: Path, before: string, after: string) => never;

/**
 * Merges a value into another as the Overlay Specification has it: maps member by member, lists joined, and
 * anything else replaced. Other pairs clash.
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

/** What a value is to the Overlay Specification. */
export function kindOf(value: Json): 'a map' | 'a list' | 'a plain value' {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : 'a plain value';
}
