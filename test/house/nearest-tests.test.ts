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
  ['conformance/list/pages/places.ts', ['test/list/extent.test.ts']],
  ['conformance/list/filters/filter.ts', ['test/stub/operations/filter.test.ts', 'test/list/extent.test.ts']],
  ['conformance/cli/commands/init.ts', ['test/cli/init.test.ts', 'test/cli/output/proof.test.ts']],
  ['conformance/cli/output/proof.ts', ['test/cli/output/proof.test.ts']],
  ['conformance/engine/retries.ts', ['test/engine/retries.test.ts']],
  ['src/words.ts', []],
  ['test/list/extent.test.ts', ['test/list/extent.test.ts']],
])('the tests of %s are those of its name, then those of its folder', (file, own) => {
  expect(ownTests(file, tests)).toEqual(own);
}); // biome-ignore format: one line a file

test('the tests nearest by imports are first, whatever they are called', () => {
  const distances = new Map([['test/life/rules.test.ts', 5], ['test/list/join.test.ts', 2], ['test/list/pages.test.ts', 2]]); // biome-ignore format: a distance each
  const own = ownTests('conformance/list/pages/rules.ts', [...distances.keys()]);
  expect(own[0]).toBe('test/life/rules.test.ts');
  const all = ['test/list/unreached.test.ts', 'test/core/slow.test.ts', ...distances.keys()];
  distances.set('test/core/slow.test.ts', 2);
  expect(nearestFirst(all, { distances, own, secondsOf: () => 0 })).toEqual([
    'test/list/join.test.ts',
    'test/list/pages.test.ts',
    'test/core/slow.test.ts',
    'test/life/rules.test.ts',
    'test/list/unreached.test.ts',
  ]);
});
