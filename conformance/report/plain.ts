/** Control characters, line separators, and marks that turn the direction of text around. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Text as it may go to a terminal, on one line: what could steer the terminal is spelt out. */
export const plain = (text: string): string =>
  text.replaceAll(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** A copy of plain data in which every string may go to a terminal. */
export function plainDeep<T>(value: T): T {
  if (typeof value === 'string') return plain(value) as T;
  if (Array.isArray(value)) return value.map(plainDeep) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainDeep(inner)])) as T;
}
