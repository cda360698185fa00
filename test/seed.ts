export const usualSeed = 20261122;

/** Decides which part of something a run tries: `TEST_SEED=7 npm test` tries another. In `.ci/run`, the next commit tries another. */
export const seed = Number(process.env.TEST_SEED ?? usualSeed);

/** With `TEST_IN_FULL=1`, a run tries everything. */
const isInFull = process.env.TEST_IN_FULL !== undefined;

/** At most `count` of a list, spread over it; the next seed takes others. */
export function sampled<T>(list: readonly T[], count: number): readonly T[] {
  const step = isInFull ? 1 : Math.ceil(list.length / count);
  return list.filter((_, place) => place % step === seed % step);
}
