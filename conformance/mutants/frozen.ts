import type { Json } from '../../src/json/json.ts';

const known = new WeakSet<object>();

/** The same value, frozen through and through, so that what many share need not be copied before it is changed. */
export function frozen<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null || known.has(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  known.add(value);
  return Object.freeze(value);
}
