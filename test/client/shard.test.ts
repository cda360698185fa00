import { expect, test } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';
import { tryLines } from './run-client.ts';

const only = ['--only', 'json-type', '--only', 'extra-headers', '--only', 'extra-fields'];

test('the shards run each variation once, each with a verdict of its own', async () => {
  const failing = "if ((await get()).headers.get('content-type').includes('vnd')) process.exit(1);";
  const verdicts: string[] = [];
  const codes: number[] = [];
  for (const shard of ['1/3', '2/3', '3/3']) {
    const { code, out } = await tryLines(failing, ...only, '--shard', shard);
    codes.push(code);
    verdicts.push(out.trimEnd().split('\n').at(-1) ?? '');
  }
  expect(codes.toSorted()).toEqual([0, 0, 1]);
  expect(verdicts.filter((line) => line.startsWith('depends — on 1 choice: json-type'))).toHaveLength(1);
  const passed = verdicts.map((line) => Number(/(\d) of (\d)/.exec(line)?.[2] ?? 0));
  expect(passed.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(2);
});

test('a shard without a variation passes, if others have some', async () => {
  const { code, out } = await tryLines('await get();', '--only', 'extra-headers', '--shard', '2/2');
  expect([code, out]).toEqual([0, expect.stringMatching(/^passes — 0 of 0 variations passed/m)]);
});

test.each([
  [['--shard', '3/2'], /I\/N/],
  [['--shard', '1'], /I\/N/],
  [['--shard', '1/2', '--choose', 'json-type=charset'], /leave out --choose/],
])('%s is an error', async (options, message) => {
  const { code, error } = await runAssay(['client', ...options, '--', 'true'], {});
  expect([code, error]).toEqual([2, expect.stringMatching(message)]);
});
