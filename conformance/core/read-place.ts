import type { Place } from '../../src/contract/places.ts';
import { type Header, header } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';

/** What is searched for a place: the body of a response, or one of its records, and its headers. */
export type Searched = { readonly json: unknown; readonly headers?: readonly Header[] };

/** The value at a place. Numbers in headers are read as numbers. */
export function valueAt(place: Place, { json, headers = [] }: Searched): unknown {
  if (place.of !== 'header') return at(json, ...place.path);
  const text = header(headers, place.name)?.trim();
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
