import { Rejection } from './rejection.ts';

/** The fields of a JSON object, whatever they hold. */
export type Fields = Readonly<Record<string, unknown>>;

/** Bounds of a text, both included. Counted in bytes: the document only says "characters". */
export type Bounds = { readonly least: number; readonly most: number };

/** Any text at all, save the empty one. */
export const anyText: Bounds = { least: 1, most: Number.POSITIVE_INFINITY };

/** A value that has to be an object. */
export function objectAt(value: unknown, place: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Rejection(406, `${place} has to be an object`);
}

/** A field that has to be there, as a text within bounds. */
export function textAt(fields: Fields, name: string, { least, most }: Bounds = anyText): string {
  const value = fields[name];
  if (value === undefined) throw new Rejection(406, `${name} is missing`);
  if (typeof value !== 'string') throw new Rejection(416, `${name} has to be a text`);
  const size = Buffer.byteLength(value);
  if (size < least || size > most) throw new Rejection(413, `${name} is ${size} bytes long`);
  return value;
}

/** A field that has to be there, as one of these texts. */
export function oneOf(fields: Fields, name: string, allowed: readonly string[]): string {
  const value = textAt(fields, name);
  if (!allowed.includes(value)) throw new Rejection(416, `${name} is none of ${allowed.join(', ')}`);
  return value;
}

/** Whether a text reads as a UUID. */
export const isIdentifier = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

/** A field that has to be there, as a UUID. Told in capitals, which is how this server writes them. */
export function identifierAt(fields: Fields, name: string): string {
  const value = textAt(fields, name);
  if (!isIdentifier(value)) throw new Rejection(416, `${name} is no UUID`);
  return value.toUpperCase();
}
