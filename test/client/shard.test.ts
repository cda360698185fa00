import { expect, test } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';

test.each([
  [['--shard', '3/2'], /I\/N/],
  [['--shard', '1/2', '--choose', 'json-type=charset'], /leave out --choose/],
])('%s is an error', async (options, message) => {
  const { code, error } = await runAssay(['client', ...options, '--', 'true'], {});
  expect([code, error]).toEqual([2, expect.stringMatching(message)]);
});
