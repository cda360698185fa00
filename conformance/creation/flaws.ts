import type { Json } from '../../src/wire/json.ts';

/** Text that no reading of a format could take. */
export function misshapen(format: Json): string | undefined {
  return { uuid: '0b6f5c1e-2f4d-4b8a-9c3e', email: 'nobody at all' }[String(format)];
}

/** A value of another JSON type; `null` is nobody's business here (READINGS 3 and 7). */
export const otherType = (type: Json): Json => (type === 'string' ? 7 : type === 'integer' ? 5.5 : []);
