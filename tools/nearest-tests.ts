import { basename, dirname } from 'node:path';

/** How many imports nearer a test counts: one with the name of a file, and one in its folder. */
const [nearerByName, nearerByFolder] = [6, 2];

/**
 * The tests of a file, with how many imports nearer they count: those in the folder of `test/` that has the name of its own, or
 * else of the nearest folder around it, and of these that of its name; without such a folder, any of its name. Elsewhere an equal
 * name says little: many files are called `rules.ts`.
 */
export function ownTests(file: string, tests: readonly string[]): ReadonlyMap<string, number> {
  if (tests.includes(file)) return new Map([[file, nearerByName]]);
  const name = `${basename(file).replace(/\.\w+$/, '')}.test.ts`;
  const [, ...folders] = dirname(file).split('/');
  const around = folders.map((_, index) => `test/${folders.slice(0, folders.length - index).join('/')}/`);
  const folder = around.find((one) => tests.some((test) => test.startsWith(one)));
  return new Map(
    tests
      .filter((test) => (folder === undefined ? basename(test) === name : test.startsWith(folder)))
      .map((test) => [test, basename(test) === name ? nearerByName : nearerByFolder]),
  );
}

/** What is known of tests: through how many imports each is reached, those of the files themselves, and what each took. */
type Known = {
  readonly distances: ReadonlyMap<string, number>;
  readonly own: ReadonlyMap<string, number>;
  readonly secondsOf: (test: string) => number;
};

/** Farther than any test that is reached. */
const unreached = 1000;

/** Sorts tests by the imports through which they are reached. Each second that one takes counts as an import. */
export function nearestFirst(tests: readonly string[], { distances, own, secondsOf }: Known): string[] {
  const cost = (test: string): number =>
    (distances.get(test) ?? unreached) + secondsOf(test) - (own.get(test) ?? 0);
  return tests.toSorted((one, other) => cost(one) - cost(other));
}
