import fc from 'fast-check';

/** A seed of its own for each name, so that an experiment draws the same alone and among others. */
export function seedOf(seed: number, name: string): number {
  let mixed = seed | 0;
  for (const character of name) mixed = (Math.imul(mixed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return mixed;
}

/** Values drawn from a seed and a name. */
export const draw = <T>(seed: number, name: string, arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { seed: seedOf(seed, name), numRuns: count });

/** Some of a list, drawn from a seed and a name, in the order of the list; all where there are no more. */
export function drawFrom<T>(seed: number, name: string, list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  const some = fc.shuffledSubarray(
    list.map((_, index) => index),
    { minLength: count, maxLength: count },
  );
  const [chosen = []] = draw(seed, name, some, 1);
  return chosen.toSorted((one, other) => one - other).flatMap((index) => list[index] as T);
}
