/** Decides which part of something a run takes: `TEST_SEED=7 npm test` takes another. In `.ci/run`, the next commit takes another. */
export const seed = Number(process.env.TEST_SEED ?? 20261122);

/** Every `of`-th of a list, another with another seed. */
export const part = <T>(list: readonly T[], of: number): readonly T[] =>
  list.filter((_, place) => place % of === seed % of);
