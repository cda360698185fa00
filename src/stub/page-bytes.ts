import type { Arena } from './arena.ts';
import type { Rooms } from './rooms.ts';

/** What a page is joined from. */
export type Pieces = {
  readonly openings: Arena;
  /** Which of them, in this order. */
  readonly shown: readonly number[];
  /** What comes behind every opening. */
  readonly closing: string;
  readonly included: readonly Uint8Array[];
  /** The other members of the page. */
  readonly further: string;
  /** Where the page gets its memory. */
  readonly rooms: Rooms;
};

/** Joins a page: its length is known beforehand, and every byte is copied once. */
export function joinPage({ openings, shown, closing, included, further, rooms }: Pieces): Uint8Array {
  const end = Buffer.from(`${closing},`);
  const tail = Buffer.from(`]},${further}}`);
  let length = head.byteLength + middle.byteLength + tail.byteLength;
  for (const index of shown) length += openings.length(index) + end.byteLength;
  for (const product of included) length += product.byteLength + comma.byteLength;

  const page = rooms.take(length);
  let at = put(head, page, 0);
  for (const index of shown) at = put(end, page, openings.copy(index, page, at));
  // The comma behind the last of a list makes way for what comes next.
  at = put(middle, page, shown.length > 0 ? at - 1 : at);
  for (const product of included) at = put(comma, page, put(product, page, at));
  at = put(tail, page, included.length > 0 ? at - 1 : at);
  return page.subarray(0, at);
}

const head = Buffer.from('{"data":[');
const middle = Buffer.from('],"included":{"component_products":[');
const comma = Buffer.from(',');

function put(bytes: Uint8Array, into: Uint8Array, at: number): number {
  into.set(bytes, at);
  return at + bytes.byteLength;
}
