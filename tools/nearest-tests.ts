import { basename, dirname } from 'node:path';

/**
 * The tests of a file: those of its name, then those in the folder of `test/` that has the name of its own, or else of the
 * nearest folder around it. A test is its own.
 */
export function ownTests(file: string, tests: readonly string[]): string[] {
  if (tests.includes(file)) return [file];
  const name = `${basename(file).replace(/\.\w+$/, '')}.test.ts`;
  const [, ...folders] = dirname(file).split('/');
  const around = folders.map((_, index) => `test/${folders.slice(0, folders.length - index).join('/')}/`);
  const folder = around.find((one) => tests.some((test) => test.startsWith(one)));
  return [
    ...new Set([
      ...tests.filter((test) => basename(test) === name),
      ...tests.filter((test) => folder !== undefined && test.startsWith(folder)),
    ]),
  ];
}

/** What is known of tests: through how many imports each is reached, those of the files themselves, and what each took. */
type Known = {
  readonly distances: ReadonlyMap<string, number>;
  readonly own: readonly string[];
  readonly secondsOf: (test: string) => number;
};

/** Farther than any test that is reached. */
const unreached = 1000;

/**
 * Sorts tests: those reached through the fewest imports first, and of these the own ones in their order. Each second that a test
 * takes counts as an import. An equal name says little: many files are called `rules.ts`.
 */
export function nearestFirst(tests: readonly string[], { distances, own, secondsOf }: Known): string[] {
  const places = new Map(own.map((test, place) => [test, place]));
  const ranks = tests.map((test) => ({
    test,
    cost: (distances.get(test) ?? unreached) + Math.floor(secondsOf(test)),
    place: places.get(test) ?? own.length,
  }));
  return ranks
    .toSorted((one, other) => one.cost - other.cost || one.place - other.place)
    .map(({ test }) => test);
}
