import { expect, it } from 'vitest';
import { ownTests } from '../../tools/own-tests.ts';

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
