import type { Json } from './json.ts';

/** A body read as JSON, or the reason it could not be. */
export type Body = { readonly json: Json } | { readonly unreadable: string };

/** How deep arrays and objects may nest: the code that walks them is recursive. */
export const depthLimit = 500;

const read = new WeakMap<Uint8Array, Body>();
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a body as JSON; the result is cached for each body. */
export function readBody(body: Uint8Array): Body {
  const known = read.get(body);
  if (known) return known;
  const fresh = parseBody(body);
  read.set(body, fresh);
  return fresh;
}

/** Parses a body as JSON without caching the result. */
export function parseBody(body: Uint8Array): Body {
  if (body.byteLength === 0) return { unreadable: 'the body is empty' };
  if (measure(body).depth > depthLimit)
    return { unreadable: `the body nests deeper than ${depthLimit} levels` };
  try {
    return { json: JSON.parse(utf8.decode(body)) };
  } catch (error) {
    return { unreadable: error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8' };
  }
}

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** How deep a JSON text nests and roughly how many values it holds, found without parsing it. */
export function measure(text: Uint8Array): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) {
      isText = true;
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
    } else if (byte === comma) {
      values += 1;
    }
  }
  return { depth: deepest, values };
}
