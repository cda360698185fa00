import { createHash } from 'node:crypto';

/** Draws whole numbers below a count, the same ones for the same seed. */
export function drawer(seed: string | number): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}
