// Texts of a form that has no room for a nonce, another one in each request.

import type { Operation } from '../../src/contract/operations.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import { isAllowedText } from '../../src/contract/schema-values.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { hasNonce } from '../core/nonces.ts';
import { editEach } from './telling-values.ts';

/** Texts with fewer digits or letters to change may be codes that somebody else gives, such as those of countries. */
const least = 4;

/** Gives each text of a request other digits, or other letters where it has few digits, except in some fields. */
export const withOtherTexts = (
  operation: Operation,
  body: Json,
  except: readonly string[],
  number: number,
): Json =>
  editEach(operation, body, (schema, value, name) => {
    const isMeant = typeof value === 'string' && !hasNonce(value) && !except.includes(name);
    return isMeant ? otherText(schema, value, number, least) : undefined;
  });

/** A text of the same form and length with other digits, or other letters; undefined if there is none. */
export function otherText(schema: JsonObject, text: string, number: number, least = 1): string | undefined {
  if (schema.format !== undefined || listedValues(schema)) return undefined;
  return [/\d/g, /[a-z\d]/gi]
    .filter((meant) => (text.match(meant) ?? []).length >= least)
    .map((meant) => countedUp(text, meant, number))
    .find((other) => isAllowedText(schema, other));
}

const ranges = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];

/** A text with other characters of the same kind, which count up to a number from its end. */
function countedUp(text: string, meant: RegExp, number: number): string {
  let left = number;
  const found = new Map(
    [...text.matchAll(meant)].toReversed().map(({ 0: one, index }) => {
      const range = ranges.find((some) => some.includes(one)) ?? one;
      const other = range[left % range.length] ?? one;
      left = Math.floor(left / range.length);
      return [index, other] as const;
    }),
  );
  return text.replace(meant, (one, place) => found.get(place) ?? one);
}
