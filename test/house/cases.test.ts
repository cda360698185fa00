import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Where code chooses by the place of a collection in a list. */
const byPlace = /collections\s*\.(indexOf|findIndex|entries|at)\b|\b(turn|index|place) % \d/g;

test('what a collection is asked does not depend on its place in a file: core/cases.ts spreads cases', async () => {
  const experiments = (await sourceFiles(['conformance', 'spec'])).filter(
    ({ path }) =>
      /experiments|following|asking/.test(path) && /\b(list|curation|included|records)\//.test(path),
  );
  expect(experiments.length).toBeGreaterThan(5);
  expect(
    experiments.flatMap(({ path, text }) =>
      [...text.matchAll(byPlace)].map(([found]) => `${path}: ${found}`),
    ),
  ).toEqual(['conformance/list/parameters/experiments.ts: place % 2']);
});
