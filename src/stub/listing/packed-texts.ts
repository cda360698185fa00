/** Many texts as UTF-8 bytes in one piece of memory. */
export type PackedTexts = {
  readonly count: number;
  readonly length: (index: number) => number;
  /** Copies a text and returns the offset after it. */
  readonly copy: (index: number, into: Uint8Array, at: number) => number;
  readonly read: (index: number) => string;
};

/** Packs one text for each item. */
export function packTexts<T>(items: Iterable<T>, write: (item: T) => string): PackedTexts {
  const ends: number[] = [];
  let buffer = Buffer.allocUnsafe(4096);
  let used = 0;
  for (const item of items) {
    const text = write(item);
    // A UTF-16 unit takes at most three bytes of UTF-8.
    if (used + 3 * text.length > buffer.byteLength) {
      const larger = Buffer.allocUnsafeSlow(2 * buffer.byteLength + 3 * text.length);
      larger.set(buffer.subarray(0, used));
      buffer = larger;
    }
    used += buffer.write(text, used);
    ends.push(used);
  }
  return packedTextsOf(Buffer.allocUnsafeSlow(used), buffer, Float64Array.from(ends));
}

function packedTextsOf(bytes: Buffer, filled: Buffer, ends: Float64Array): PackedTexts {
  bytes.set(filled.subarray(0, bytes.byteLength));
  const start = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0));
  const end = (index: number): number => ends[index] ?? 0;
  return {
    count: ends.length,
    length: (index) => end(index) - start(index),
    copy: (index, into, at) => {
      into.set(bytes.subarray(start(index), end(index)), at);
      return at + end(index) - start(index);
    },
    read: (index) => bytes.toString('utf8', start(index), end(index)),
  };
}
