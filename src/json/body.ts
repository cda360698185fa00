import { onceFor } from '../once.ts';
import type { Json } from './json.ts';

/** A body read as JSON, or the reason it could not be. */
export type Body = { readonly json: Json } | { readonly unreadable: string };

/** How deep arrays and objects may nest: the code that walks them is recursive. */
export const depthLimit = 500;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a body as JSON; the result is cached for each body. */
export const readBody = onceFor(parseBody);

/** Parses a body as JSON without caching the result. */
export function parseBody(body: Uint8Array): Body {
  if (body.byteLength === 0) return { unreadable: 'the body is empty' };
  // A shorter text cannot nest that deep.
  if (body.byteLength > depthLimit && measure(body).depth > depthLimit)
    return { unreadable: `the body nests deeper than ${depthLimit} levels` };
  try {
    return { json: JSON.parse(utf8.decode(body)) };
  } catch (error) {
    return { unreadable: error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8' };
  }
}

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Whether a visit of some byte outside the strings of a JSON text says so; told its place and the depth after it. */
function someByte(
  text: Uint8Array,
  visit: (byte: number | undefined, depth: number, index: number) => boolean,
): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) {
      isText = true;
    } else {
      if (isOpening(byte)) depth += 1;
      else if (isClosing(byte)) depth -= 1;
      if (visit(byte, depth, index)) return true;
    }
  }
  return false;
}

const isOpening = (byte?: number): boolean => byte === openArray || byte === openObject;
const isClosing = (byte?: number): boolean => byte === closeArray || byte === closeObject;

type Measure = { readonly depth: number; readonly values: number };
/** How deep a JSON text nests and roughly how many values it holds, found without parsing it; cached for each text. */
export const measure = onceFor(measureAfresh);

function measureAfresh(text: Uint8Array): Measure {
  let deepest = 0;
  let values = 1;
  someByte(text, (byte, depth) => {
    if (isOpening(byte) || byte === comma) values += 1;
    if (depth > deepest) deepest = depth;
    return false;
  });
  return { depth: deepest, values };
}

/** The part of a text that ends with the first object or array in it; all of it where none is closed. */
export function leadingValue(text: Uint8Array): Uint8Array {
  let end = text.length;
  someByte(text, (byte, depth, index) => {
    if (!isClosing(byte) || depth !== 0) return false;
    end = index + 1;
    return true;
  });
  return text.subarray(0, end);
}
