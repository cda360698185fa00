/** Collects the bytes of a body as they come. */
export type Collector = {
  readonly add: (chunk: Uint8Array) => void;
  /** How many bytes came. */
  readonly length: () => number;
  /** How many bytes of memory hold them. */
  readonly held: () => number;
  /** All bytes that came, in memory of their own. */
  readonly body: () => Uint8Array<ArrayBuffer>;
};

/**
 * Creates a collector, for at most so many bytes, of which so many are expected. It copies into a buffer that grows: a chunk that is kept by itself costs
 * a hundred bytes beside its own, and may keep the whole buffer that it was read into.
 */
export function createCollector(longest = Number.POSITIVE_INFINITY, expected = 0): Collector {
  let buffer = new Uint8Array(Math.min(expected, longest));
  let length = 0;
  return {
    add: (chunk) => {
      const needed = length + chunk.byteLength;
      if (needed > buffer.byteLength) {
        // The first chunk is most often the only one.
        const doubled = length === 0 ? needed : Math.min(2 * buffer.byteLength, longest);
        const grown = new Uint8Array(Math.max(needed, doubled));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    length: () => length,
    held: () => buffer.byteLength,
    body: () => (length === buffer.byteLength ? buffer : buffer.slice(0, length)),
  };
}
