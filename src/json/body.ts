import { onceFor } from '../once.ts';
import { numberWords } from '../words.ts';
import type { Json } from './json.ts';

type Body = { readonly json: Json } | { readonly unreadable: string };

/** The longest body that is read, in bytes: parsing takes many times its length of memory. */
export const longestBody = 8 * 1024 * 1024;
export const excessLength = `more than ${longestBody / 2 ** 20} MiB`;

/** The code that walks values is recursive. */
export const depthLimit = 500;
export const tooDeep = `nests deeper than ${depthLimit} levels; flatten it`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const readBody = onceFor(parseBody);

export function parseBody(body: Uint8Array): Body {
  if (body.byteLength === 0) return { unreadable: 'the body is empty' };
  if (body.byteLength > depthLimit) {
    const excess = excessOf(body);
    if (excess !== undefined) return { unreadable: `the body contains ${excess}` };
    if (measure(body).depth > depthLimit)
      return { unreadable: `the body nests deeper than ${depthLimit} levels` };
  }
  try {
    return { json: JSON.parse(utf8.decode(body)) };
  } catch (error) {
    return { unreadable: error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8' };
  }
}

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** The most values in a body: a few megabytes of empty ones could fill gigabytes. */
const valueLimit = 250_000;

/** Which bound a body exceeds; undefined if none. */
export function excessOf(body: Uint8Array): string | undefined {
  if (body.byteLength > longestBody) return excessLength;
  return isTooWide(body) ? `more than ${numberWords(valueLimit)} values` : undefined;
}

export const isTooWide = (text: Uint8Array): boolean => measure(text).values > valueLimit;

type Measure = { readonly depth: number; readonly values: number };
/** The depth and roughly the number of values of a JSON text, found without parsing it. */
export const measure = onceFor(measureAfresh);

function measureAfresh(text: Uint8Array): Measure {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  // Every byte of every response passes here, so no function is called in this loop.
  for (let index = 0; index < text.length && values <= valueLimit; index += 1) {
    const byte = text[index];
    if (byte === quote) index = endOfText(text, index);
    else if (byte === comma) values += 1;
    else if (byte === openArray || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return { depth: deepest, values };
}

function endOfText(text: Uint8Array, begin: number): number {
  let index = begin + 1;
  while (index < text.length && text[index] !== quote) index += text[index] === backslash ? 2 : 1;
  return index;
}

/** The text up to the end of its first object or array; all of it if none ends. */
export function leadingValue(text: Uint8Array): Uint8Array {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (byte === quote) index = endOfText(text, index);
    else if (byte === openArray || byte === openObject) depth += 1;
    else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
      if (depth === 0) return text.subarray(0, index + 1);
    }
  }
  return text;
}

/** The JSON of a body; undefined if it is none. */
export function jsonOf(body: Uint8Array | undefined): Json | undefined {
  const read = body && readBody(body);
  return read && 'json' in read ? read.json : undefined;
}

/** The JSON value with which a body begins, whatever follows; null if there is none. */
export const beginningOf = onceFor((body: Uint8Array): Json => {
  const read = parseBody(leadingValue(body));
  return 'json' in read ? read.json : null;
});
