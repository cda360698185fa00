/** Finds positions by key. */
export type Lookup = {
  /** The positions with a key, in ascending order. */
  readonly find: (key: string) => number[];
  /** The first position whose key stands at an earlier one as well, after that one; undefined if all differ. */
  readonly firstRepeated: () => readonly [earlier: number, later: number] | undefined;
};

/** A double can hold a hash and a position below this bound exactly. */
const positions = 2 ** 23;

/**
 * Indexes positions by key, using eight bytes for each: it keeps sorted hashes, not the keys themselves.
 * A search compares the real key of every position with the same hash. Positions without a hash are skipped.
 * `hashAt` tells the hash of a key, which may be known without it.
 */
export function createLookup(
  count: number,
  keyAt: (position: number) => unknown,
  hashAt: (position: number) => number | undefined,
): Lookup {
  if (count > positions) throw new RangeError(`a lookup holds at most ${positions} positions`);
  const entries = new Float64Array(count);
  let filled = 0;
  for (let position = 0; position < count; position += 1) {
    const hash = hashAt(position);
    if (hash === undefined) continue;
    entries[filled] = hash * positions + position;
    filled += 1;
  }
  const sorted = entries.subarray(0, filled).sort();
  return {
    find: (key) => {
      const wanted = hashOf(key) * positions;
      const found: number[] = [];
      for (let index = firstFrom(sorted, wanted); index < filled; index += 1) {
        const position = (sorted[index] ?? 0) - wanted;
        if (position >= positions) break;
        if (keyAt(position) === key) found.push(position);
      }
      return found;
    },
    firstRepeated: () => firstRepeated(sorted, keyAt),
  };
}

function firstRepeated(
  sorted: Float64Array,
  keyAt: (position: number) => unknown,
): readonly [number, number] | undefined {
  let first: readonly [number, number] | undefined;
  for (let index = 1; index < sorted.length; index += 1) {
    const later = sorted[index] ?? 0;
    for (let before = index - 1; before >= 0 && isSameHash(sorted[before], later); before -= 1) {
      const pair = [(sorted[before] ?? 0) % positions, later % positions] as const;
      if (keyAt(pair[0]) === keyAt(pair[1]) && (!first || pair[1] < first[1])) first = pair;
    }
  }
  return first;
}

const isSameHash = (one = 0, other: number): boolean =>
  Math.floor(one / positions) === Math.floor(other / positions);

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

/** The hash of a key that is a text. */
export const hashIfText = (key: unknown): number | undefined =>
  typeof key === 'string' ? hashOf(key) : undefined;

/** The hash of a key: FNV-1a over UTF-16 units, in 30 bits. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 2;
}
