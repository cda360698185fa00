import { type Call, header } from '../../src/http/exchange.ts';

/** What is not written by hand into an address: a letter, a digit or a bracket in small letters that is encoded. */
const oddAddress = /%(?:3\d|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|[57][bd])/;
/** The same in a body: an empty text, a character that is escaped. */
const oddBody = /:\s*""|\\u/;
/** A filter by an id that is none. */
const oddId = /[?&]filter=\w+\(id,(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[,)])/i;
/** A filter by more values than prove that several are one too many. */
const longList = /[?&]filter=\w+\((?:[^,)]*,){4}/;
/** A part of a filtered listing, which asks for two things at once. */
const filteredPart = /[?&]filter=.*%5Boffset%5D=[1-9]/;

/** By how much a request differs from one that a person would write to see the same. */
export const odditiesOf = ({ target, body, headers }: Call, tokens: readonly string[] = []): number => {
  const credentials = header(headers, 'authorization');
  return [
    oddAddress.test(target),
    oddId.test(target),
    longList.test(target),
    filteredPart.test(target),
    oddBody.test(textOf(body)),
    body !== undefined && header(headers, 'content-type') !== 'application/json',
    tokens.length > 0 &&
      credentials !== undefined &&
      !tokens.some((token) => credentials === `Bearer ${token}`),
    header(headers, 'cache-control') !== undefined,
  ].filter(Boolean).length;
};

/** Sorts requests by how plain they are, by their size, then by their text. One that is invalid is less plain. */
export function plainnessKey(call: Call, tokens: readonly string[], isInvalid: boolean): string {
  const text = textOf(call.body);
  const oddities = odditiesOf(call, tokens) + (isInvalid ? 1 : 0);
  return `${oddities} ${String(call.target.length + text.length).padStart(8, '0')} ${call.target} ${text}`;
}

const textOf = (body: Call['body']): string => Buffer.from(body ?? []).toString('utf8');
