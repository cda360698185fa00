import fc from 'fast-check';
import { onceForText } from '../../src/once.ts';

/** Derives a seed from a name, so that an experiment draws the same alone and among others. */
function seedOf(seed: number, name: string): number {
  let mixed = seed | 0;
  for (const character of name) mixed = (Math.imul(mixed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return mixed;
}

export const draw = <T>(seed: number, name: string, arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { seed: seedOf(seed, name), numRuns: count });

/** The most requests by which a value that was drawn is made smaller. */
const mostTries = 24;

/**
 * Returns the smallest value that still fails, of those that a failing one shrinks to, so that a finding shows no more than it
 * needs; the value itself if it does not fail. Whether one fails is a guess of the experiment: rules judge what was sent.
 * The arbitrary must shrink values that it did not draw.
 */
export async function smallestFailing<T>(
  arbitrary: fc.Arbitrary<T>,
  drawn: T,
  isFailing: (value: T) => Promise<boolean>,
): Promise<T> {
  let left = mostTries;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    left -= 1;
    return left < 0 || !(await isFailing(value));
  });
  const { counterexample } = await fc.check(property, { examples: [[drawn]], numRuns: 1, seed: 0 });
  return counterexample?.[0] ?? drawn;
}

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
