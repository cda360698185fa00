import { createNumberList } from './number-list.ts';

/** Many texts as UTF-8 bytes in a few large pieces of memory. */
export type PackedTexts = {
  readonly count: number;
  /** In bytes. */
  readonly length: (index: number) => number;
  /** Copies the bytes of a text from `from` up to `to`, by default all of them, and returns the offset after them. */
  readonly copy: (index: number, into: Uint8Array, at: number, from?: number, to?: number) => number;
  readonly read: (index: number) => string;
};

/** Packs texts one after the other. */
type Packer = { readonly add: (text: string) => void; readonly seal: () => PackedTexts };

/** Pieces grow up to this size, so that no long one has to be copied to make room for more: 1 MiB. */
const pieceSize = 1_048_576;

/** The first piece, for the few texts of most listings. */
const firstSize = 4096;

/** Creates a packer. */
export function createPacker(): Packer {
  const pieces: Buffer[] = [];
  const [pieceOf, starts, ends] = [createNumberList(), createNumberList(), createNumberList()];
  let piece = Buffer.allocUnsafeSlow(firstSize);
  let used = 0;

  const makeRoom = (length: number): void => {
    if (used + length <= piece.byteLength) return;
    if (used + length > pieceSize && used > 0) {
      pieces.push(piece);
      piece = Buffer.allocUnsafeSlow(Math.max(pieceSize, length));
      used = 0;
      return;
    }
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * piece.byteLength, length));
    piece.copy(larger, 0, 0, used);
    piece = larger;
  };

  return {
    add: (text) => {
      // A UTF-16 unit takes at most three bytes of UTF-8.
      makeRoom(3 * text.length);
      pieceOf.add(pieces.length);
      starts.add(used);
      used += piece.write(text, used);
      ends.add(used);
    },
    seal: () => {
      // The last piece goes without the room that is left in it.
      const bytes = Buffer.allocUnsafeSlow(used);
      piece.copy(bytes, 0, 0, used);
      pieces.push(bytes);
      return packedTextsOf(pieces, pieceOf.seal(), starts.seal(), ends.seal());
    },
  };
}

/** Packs one text for each item. */
export function packTexts<T>(items: Iterable<T>, write: (item: T) => string): PackedTexts {
  const packer = createPacker();
  for (const item of items) packer.add(write(item));
  return packer.seal();
}

function packedTextsOf(
  pieces: readonly Buffer[],
  pieceOf: Uint32Array,
  starts: Uint32Array,
  ends: Uint32Array,
): PackedTexts {
  const start = (index: number): number => starts[index] ?? 0;
  const length = (index: number): number => (ends[index] ?? 0) - start(index);
  const piece = (index: number): Buffer => pieces[pieceOf[index] ?? 0] ?? empty;
  return {
    count: starts.length,
    length,
    copy: (index, into, at, from = 0, to = length(index)) => {
      const first = start(index);
      piece(index).copy(into, at, first + from, first + to);
      return at + to - from;
    },
    read: (index) => piece(index).toString('utf8', start(index), ends[index]),
  };
}

const empty = Buffer.alloc(0);
