/** The most that is kept of a body, in bytes: far more than any report shows of it. */
export const keptOfBody = 256 * 1024;

/** The most that is kept of all bodies of a run, which is some four times what a check of a usual server returns. */
const keptOfAll = 20 * 1024 * 1024;
/** What is kept of a body beyond that. */
const keptWhenFull = 4 * 1024;

/** Counts what is kept of bodies: how much may be kept of one more body, given its size in bytes. */
export function countKept(): (size: number) => number {
  let taken = 0;
  return (size) => {
    const room = Math.min(size, taken < keptOfAll ? keptOfBody : keptWhenFull);
    taken += room;
    return room;
  };
}
