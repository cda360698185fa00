import { createHash } from 'node:crypto';

/** Generates integers below a count; the same seed gives the same numbers. */
export function seededRandom(seed: string | number): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}
