import { PackedProduct, type ProductPack } from '../../catalog/packed-product.ts';
import { packTexts } from '../../state/packed-texts.ts';
import type { PlacedProduct } from './order.ts';
import type { ProductWriter } from './product-writer.ts';

/** The JSON of each product of a listing without its closing brace, since links to pages may follow. */
export type Openings = {
  /** In bytes. */
  readonly length: (position: number) => number;
  /** Copies an opening and returns the offset after it. */
  readonly copy: (position: number, into: Uint8Array, at: number) => number;
};

/**
 * Writes every product once. One that is packed and shown as it stands is not written: its type is put between the two
 * parts of its text whenever it is shown.
 */
export function createOpenings(
  placed: readonly PlacedProduct[],
  { write, afterId }: ProductWriter,
  isFlagged: (placed: PlacedProduct) => boolean,
): Openings {
  const isAsItStands = (one: PlacedProduct): boolean =>
    afterId !== undefined && one.product instanceof PackedProduct && !isFlagged(one);
  const text = (one: PlacedProduct): string => write(one.product, isFlagged(one)).slice(0, -1);
  const packed = placed.find(isAsItStands)?.product;
  if (afterId === undefined || !(packed instanceof PackedProduct)) return packTexts(placed, text);

  const asItStands = openingsIn(packed.pack, afterId);
  const written = packTexts(
    placed.filter((one) => !isAsItStands(one)),
    text,
  );
  /** Places in the pack; those of the texts that were written count down from -1. */
  const places = new Int32Array(placed.length);
  let next = -1;
  for (const [position, one] of placed.entries()) {
    const isPacked = isAsItStands(one) && one.product instanceof PackedProduct;
    places[position] = isPacked ? one.product.index : next;
    if (!isPacked) next -= 1;
  }
  const placeOf = (position: number): number => places[position] ?? 0;
  return {
    length: (position) => {
      const place = placeOf(position);
      return place < 0 ? written.length(-1 - place) : asItStands.length(place);
    },
    copy: (position, into, at) => {
      const place = placeOf(position);
      return place < 0 ? written.copy(-1 - place, into, at) : asItStands.copy(place, into, at);
    },
  };
}

function openingsIn({ texts, idEnd }: ProductPack, afterId: string): Openings {
  const type = Buffer.from(afterId);
  const withoutBrace = (place: number): number => texts.length(place) - 1;
  return {
    length: (place) => withoutBrace(place) + type.byteLength,
    copy: (place, into, at) => {
      const end = idEnd(place);
      const middle = texts.copy(place, into, at, 0, end);
      into.set(type, middle);
      return texts.copy(place, into, middle + type.byteLength, end, withoutBrace(place));
    },
  };
}
