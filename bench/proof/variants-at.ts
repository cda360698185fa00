import { createHash } from 'node:crypto';
import { type Choices, randomChoices } from '../../src/stub/choices.ts';

/** The conforming variant of a seed that is at an index, whatever is before it. */
export function variantAt(seed: string, index: number): Choices {
  let drawn = 0;
  return randomChoices((count) => {
    drawn += 1;
    return numberOf(`${seed}/${index}/${drawn}`) % count;
  });
}

/** Which conforming variants of a seed a mutant is tried under: always the same, and others for another mutant. */
export const variantsFor = (seed: string, mutant: string, count: number, of: number): number[] =>
  Array.from({ length: count }, (_, which) => numberOf(`${seed}/${mutant}/${which}`) % of);

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
