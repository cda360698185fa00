import { isPlain } from './filter.ts';

/** A value made from one that is shown, and another letter drawn for it. */
type Miss = (value: string, letter: string) => string;

const middle = (value: string): number => Math.floor(value.length / 2);
const splice = (value: string, at: number, left: number, put: string): string =>
  value.slice(0, at) + put + value.slice(at + left);

/** A letter that is not the one it replaces, in any case. */
const unlike = (was: string | undefined, letter: string): string =>
  was?.toLowerCase() === letter.toLowerCase() ? (letter === 'q' ? 'x' : 'q') : letter;

/** Plain values that differ from a real one: in one character, by leaving some out, by adding one. */
const plainMisses: readonly Miss[] = [
  (value) => value.slice(0, -1),
  (value) => value.slice(1),
  (value) => value.slice(0, Math.max(2, middle(value))),
  (value) => value.slice(-Math.max(2, middle(value))),
  (value, letter) => splice(value, middle(value), 1, unlike(value[middle(value)], letter)),
  (value, letter) => splice(value, 0, 1, unlike(value[0], letter)),
  (value, letter) => splice(value, value.length - 1, 1, unlike(value.at(-1), letter)),
  (value, letter) => splice(value, middle(value), 0, letter),
  (value) => `${value}-`,
  (value) => `${value}.`,
  (value, letter) => `${value}${letter}`,
  (value) => value.replace(/[^A-Za-z0-9]/, '') + (/[^A-Za-z0-9]/.test(value) ? '' : '_'),
  // To some databases these stand for any character.
  (value) => splice(value, middle(value), 1, '_'),
  (value) => splice(value, middle(value), 1, '.'),
];

/** Values that fit a real one as a pattern only. */
const patterns: readonly Miss[] = [
  (value) => `${value.slice(0, -1)}%`,
  (value) => `%${value.slice(1)}`,
  (value) => `${value.slice(0, -1)}*`,
  (value) => splice(value, middle(value), 1, '?'),
  (value) => splice(value, middle(value), 1, '[a-z0-9. -]'),
  (value) => `^${value}$`,
];

/** Ways to miss a value narrowly, each of which some server takes for a match. */
export const misses: readonly Miss[] = [...plainMisses, ...patterns];

/** Whether a value is long enough to be missed in every way. */
export const canBeMissed = (value: string): boolean => value.length > 4 && isPlain(value);

/** Capitals for small letters and small letters for capitals. */
export const otherCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
