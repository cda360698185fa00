/** Finds the positions with a key, in ascending order. */
export type Lookup = (key: string) => number[];

/** A double can hold a hash and a position below this bound exactly. */
const positions = 2 ** 23;

/**
 * Indexes positions by key, using eight bytes for each: it keeps sorted hashes, not the keys themselves.
 * A lookup compares the real key of every position with the same hash. Positions whose key is not a string are skipped.
 */
export function createLookup(count: number, keyAt: (position: number) => unknown): Lookup {
  if (count > positions) throw new RangeError(`a lookup holds at most ${positions} positions`);
  const entries = new Float64Array(count);
  let filled = 0;
  for (let position = 0; position < count; position += 1) {
    const key = keyAt(position);
    if (typeof key !== 'string') continue;
    entries[filled] = hash(key) * positions + position;
    filled += 1;
  }
  const sorted = entries.subarray(0, filled).sort();
  return (key) => {
    const wanted = hash(key) * positions;
    const found: number[] = [];
    for (let index = firstFrom(sorted, wanted); index < filled; index += 1) {
      const position = (sorted[index] ?? 0) - wanted;
      if (position >= positions) break;
      if (keyAt(position) === key) found.push(position);
    }
    return found;
  };
}

/** The index of the first number that is not below a bound, in an ascending list. */
function firstFrom(sorted: Float64Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** FNV-1a over UTF-16 units, in 30 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 2;
}
