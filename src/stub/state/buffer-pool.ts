/** Memory for long replies. Buffers are reused, since allocating one takes longer than filling it. */
export type BufferPool = {
  /** A buffer with arbitrary content, to be overwritten. */
  readonly take: (length: number) => Buffer;
  /** Returns a buffer, or a subarray from its start. The caller must not use it afterwards. */
  readonly release: (bytes: Uint8Array) => void;
};

/** Shorter buffers are not pooled. */
const shortestPooled = 16_384;

/** How many buffers of one size are kept. */
const keptPerSize = 32;

/** Creates an empty pool; the sizes of its buffers are powers of two. */
export function createBufferPool(): BufferPool {
  const free = new Map<number, ArrayBuffer[]>();
  const taken = new WeakSet<ArrayBufferLike>();
  return {
    take: (length) => {
      if (length < shortestPooled) return Buffer.allocUnsafe(length);
      const size = 2 ** Math.ceil(Math.log2(length));
      const memory = free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size).buffer;
      taken.add(memory);
      return Buffer.from(memory, 0, length);
    },
    release: ({ buffer }) => {
      if (!taken.delete(buffer) || !(buffer instanceof ArrayBuffer)) return;
      const buffers = free.get(buffer.byteLength) ?? [];
      if (buffers.length < keptPerSize) free.set(buffer.byteLength, [...buffers, buffer]);
    },
  };
}
