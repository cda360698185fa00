import type { Json } from './json.ts';

/** A body read as JSON, or the reason it could not be. */
export type Body = { readonly json: Json } | { readonly unreadable: string };

const read = new WeakMap<Uint8Array, Body>();
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body as JSON, once for each body however often it is asked for. */
export function readBody(body: Uint8Array): Body {
  const known = read.get(body);
  if (known) return known;
  const fresh = parse(body);
  read.set(body, fresh);
  return fresh;
}

function parse(body: Uint8Array): Body {
  if (body.byteLength === 0) return { unreadable: 'the body is empty' };
  try {
    return { json: JSON.parse(utf8.decode(body)) };
  } catch (error) {
    return { unreadable: error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8' };
  }
}
