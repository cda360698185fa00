import fc from 'fast-check';
import { onceForText } from '../../src/once.ts';

/** Derives a seed from a name, so that an experiment draws the same alone and among others. */
export function seedOf(seed: number, name: string): number {
  let mixed = seed | 0;
  for (const character of name) mixed = (Math.imul(mixed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return mixed;
}

export const draw = <T>(seed: number, name: string, arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { seed: seedOf(seed, name), numRuns: count });

export function drawFrom<T>(seed: number, name: string, list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return placesDrawn(JSON.stringify([seed, name, list.length, count])).map((index) => list[index] as T);
}

const placesDrawn = onceForText((text): readonly number[] => {
  const [seed, name, length, count] = JSON.parse(text) as [number, string, number, number];
  const places = Array.from({ length }, (_, index) => index);
  const some = fc.shuffledSubarray(places, { minLength: count, maxLength: count });
  const [chosen = []] = draw(seed, name, some, 1);
  return chosen.toSorted((one, other) => one - other);
});
