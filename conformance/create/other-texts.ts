// Texts of a form that has no room for a nonce, another one in each request.

import type { Operation } from '../../src/contract/operations.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import { isAllowedText } from '../../src/contract/schema-values.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import type { Context } from '../core/context.ts';
import { hasNonce, numberOf } from '../core/nonces.ts';
import { editEach } from './telling-values.ts';

/**
 * How many digits or letters a text has at least that is another one in each request. Those with fewer may be codes that somebody
 * else gives, such as those of countries, and are changed only if that of the longer ones does not help.
 */
export const leastToChange = [4, 2] as const;

/** The number of the next text of a form; the texts of a pattern are counted, whichever request has them. */
export type Numbers = (schema: JsonObject) => number;

/** Counts the texts of each pattern in a run: two requests of different operations send different ones, too. */
export const numbersOf = (context: Pick<Context, 'nonce' | 'shared'>): Numbers =>
  context.shared('numbers of other texts', () => {
    const last = new Map<string, number>();
    return (schema) => {
      const pattern = String(schema.pattern);
      const number = (last.get(pattern) ?? numberOf(context.nonce, pattern)) + 1;
      last.set(pattern, number);
      return number;
    };
  });

/** Gives each text of a request other digits, or other letters where it has few digits, except in some fields. */
export const withOtherTexts = (
  operation: Operation,
  body: Json,
  {
    except,
    least,
    numbers,
  }: { readonly except: readonly string[]; readonly least: number; readonly numbers: Numbers },
): Json =>
  editEach(operation, body, (schema, value, name) => {
    const isMeant = typeof value === 'string' && !hasNonce(value) && !except.includes(name);
    return isMeant ? otherText(schema, value, numbers(schema), least) : undefined;
  });

/** A text of the same form and length with other digits, or other letters where it has few digits; undefined if there is none. */
export function otherText(schema: JsonObject, text: string, number: number, least = 1): string | undefined {
  if (schema.format !== undefined || listedValues(schema)) return undefined;
  /** Those of a range that the schema allows at a place; each is tried, so only where the whole range does not do. */
  const allowedAt = (one: string, place: number): string =>
    [...rangeOf(one)].filter((some) => isAllowedText(schema, withCharacter(text, place, some))).join('');
  for (const [meant, enough] of [
    [/\d/g, leastToChange[0]],
    [/[a-z\d]/gi, least],
  ] as const) {
    if ((text.match(meant) ?? []).length < Math.max(least, enough)) continue;
    for (const rangeAt of [rangeOf, allowedAt]) {
      const other = countedUp(text, meant, number, rangeAt);
      if (isAllowedText(schema, other)) return other;
    }
  }
  return undefined;
}

const ranges = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];

const rangeOf = (one: string): string => ranges.find((some) => some.includes(one)) ?? one;

/** A text with other characters, each of the range of its place, which count up to a number from its end. */
function countedUp(
  text: string,
  meant: RegExp,
  number: number,
  rangeAt: (one: string, place: number) => string,
): string {
  let left = number;
  const found = new Map(
    [...text.matchAll(meant)].toReversed().map(({ 0: one, index }) => {
      const range = rangeAt(one, index) || one;
      const other = range[left % range.length] ?? one;
      left = Math.floor(left / range.length);
      return [index, other] as const;
    }),
  );
  return text.replace(meant, (one, place) => found.get(place) ?? one);
}

const withCharacter = (text: string, place: number, character: string): string =>
  text.slice(0, place) + character + text.slice(place + 1);
