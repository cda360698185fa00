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
];

/** A value with a letter or digit near its middle replaced by a sign. */
function withSign(value: string, sign: string): string {
  const at = value.slice(middle(value)).search(/[A-Za-z0-9]/);
  return splice(value, at < 0 ? 0 : middle(value) + at, 1, sign);
}

const anyLetter: Miss = (value) => withSign(value, '_');
const anySign: Miss = (value) => withSign(value, '.');
const anyEnd: Miss = (value) => `${value.slice(0, -1)}*`;

/** Values that fit a real one as a pattern only; each of the common signs twice, for two nodes. */
export const patterns: readonly Miss[] = [
  anyLetter,
  anyLetter,
  anySign,
  anySign,
  (value) => `${value.slice(0, -1)}%`,
  (value) => `%${value.slice(1)}`,
  anyEnd,
  anyEnd,
  (value) => withSign(value, '?'),
  (value) => withSign(value, '[a-z0-9. -]'),
  (value) => `^${value}$`,
];

/** Ways to miss a value narrowly, each of which some server takes for a match. */
export const misses: readonly Miss[] = [...plainMisses, otherCase];

/** Whether a value is long enough to be missed in every way. */
export const canBeMissed = (value: string): boolean => value.length > 4 && isPlain(value);

/** Words that some language takes for another value, for false or for nothing. */
export const words = ['0', '00', '1e1', 'null', 'true', 'undefined', 'NaN'];

/** Capitals for small letters and small letters for capitals. */
function otherCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
}
