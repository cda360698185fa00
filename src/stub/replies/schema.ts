import { at, type Json } from '../../json/json.ts';

/** The constant that the contract requires for a field, or `fallback` if there is none. */
export function constantAt(schema: unknown, members: readonly string[], fallback: string): string {
  const constant = at(schema, ...members.flatMap((member) => ['properties', member]), 'const');
  return typeof constant === 'string' ? constant : fallback;
}

/** The values that the contract allows for a field; none if it lists none. */
export function enumAt(schema: unknown, members: readonly string[]): readonly Json[] {
  const values = at(schema, ...members.flatMap((member) => ['properties', member]), 'enum');
  return Array.isArray(values) ? values : [];
}
