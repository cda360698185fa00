/**
 * Finds what of a failing combination can be left out so that it still fails: first halves, then quarters, down to
 * single parts. Returns the places of what was left out.
 */
export async function narrow(
  count: number,
  failsWithout: (dropped: ReadonlySet<number>) => Promise<boolean>,
): Promise<ReadonlySet<number>> {
  let dropped: ReadonlySet<number> = new Set();
  for (let size = Math.ceil(count / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const kept = Array.from({ length: count }, (_, index) => index).filter((index) => !dropped.has(index));
    for (let from = 0; from < kept.length; from += size) {
      const without = new Set([...dropped, ...kept.slice(from, from + size)]);
      if (without.size < count && (await failsWithout(without))) dropped = without;
    }
  }
  return dropped;
}
