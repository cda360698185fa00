import type { Openings } from './openings.ts';

/** The parts of a page. */
type PageParts = {
  readonly openings: Openings;
  /** The indexes of the openings on the page, in order. */
  readonly shown: readonly number[];
  /** Follows every opening. */
  readonly closing: string;
  readonly included: readonly Uint8Array[];
  /** The other members of the page. */
  readonly further: string;
};

/** Joins the parts of a page; every byte is copied once. */
export function joinPage({ openings, shown, closing, included, further }: PageParts): Uint8Array {
  const end = Buffer.from(`${closing},`);
  const tail = Buffer.from(`]},${further}}`);
  let length = head.byteLength + middle.byteLength + tail.byteLength;
  for (const index of shown) length += openings.length(index) + end.byteLength;
  for (const product of included) length += product.byteLength + comma.byteLength;

  const page = Buffer.allocUnsafeSlow(length);
  let at = put(head, page, 0);
  for (const index of shown) at = put(end, page, openings.copy(index, page, at));
  // The comma after the last item of a list is overwritten.
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
