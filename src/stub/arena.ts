/** Texts that are bytes already, one after the other in one piece of memory. */
export type Arena = {
  readonly count: number;
  readonly length: (index: number) => number;
  /** Copies a text; gives the place behind it. */
  readonly copy: (index: number, into: Uint8Array, at: number) => number;
  readonly read: (index: number) => string;
};

/** Writes a text for each item, and puts it into an arena. */
export function fillArena<T>(items: Iterable<T>, write: (item: T) => string): Arena {
  const ends: number[] = [];
  let room = Buffer.allocUnsafe(4096);
  let used = 0;
  for (const item of items) {
    const text = write(item);
    // No UTF-16 unit takes more than three bytes.
    if (used + 3 * text.length > room.byteLength) {
      const larger = Buffer.allocUnsafeSlow(2 * room.byteLength + 3 * text.length);
      larger.set(room.subarray(0, used));
      room = larger;
    }
    used += room.write(text, used);
    ends.push(used);
  }
  return arenaOf(Buffer.allocUnsafeSlow(used), room, Float64Array.from(ends));
}

function arenaOf(bytes: Buffer, filled: Buffer, ends: Float64Array): Arena {
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
