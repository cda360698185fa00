import { expect, it, test } from 'vitest';
import { nearestFirst, ownTests } from '../../tools/nearest-tests.ts';

const tests = [
  'test/cli/init.test.ts',
  'test/cli/output/proof.test.ts',
  'test/client/plan.test.ts',
  'test/list/extent.test.ts',
  'test/stub/operations/filter.test.ts',
  'test/engine/retries.test.ts',
];

it.each([
  ['conformance/list/pages/places.ts', ['test/list/extent.test.ts 2']],
  ['conformance/list/filters/filter.ts', ['test/list/extent.test.ts 2']],
  ['conformance/cli/commands/init.ts', ['test/cli/init.test.ts 6', 'test/cli/output/proof.test.ts 2']],
  ['conformance/cli/output/proof.ts', ['test/cli/output/proof.test.ts 6']],
  ['conformance/engine/sending/retries.ts', ['test/engine/retries.test.ts 6']],
  ['conformance/plan.ts', ['test/client/plan.test.ts 6']],
  ['src/words.ts', []],
  ['test/list/extent.test.ts', ['test/list/extent.test.ts 6']],
])('the tests of %s are those of its folder and, there, of its name', (file, own) => {
  expect([...ownTests(file, tests)].map((one) => one.join(' '))).toEqual(own);
}); // biome-ignore format: one line a file

test('the tests nearest by imports are first, and those of the file count as nearer', () => {
  const all = ['test/list/unreached.test.ts', 'test/core/slow.test.ts', 'test/life/rules.test.ts', 'test/list/join.test.ts', 'test/check/near.test.ts']; // biome-ignore format: a line
  const distances = new Map(all.slice(1).map((test, index) => [test, [1, 4, 4, 3][index] ?? 0]));
  const own = ownTests('conformance/list/pages/rules.ts', all);
  const secondsOf = (test: string): number => (test.includes('slow') ? 5 : 0);
  expect(nearestFirst(all, { distances, own, secondsOf })).toEqual([
    'test/list/join.test.ts',
    'test/check/near.test.ts',
    'test/life/rules.test.ts',
    'test/core/slow.test.ts',
    'test/list/unreached.test.ts',
  ]);
});
