import { expect, test } from 'vitest';
import { onThreads } from '../../conformance/proof/threads.ts';
import type { LawResult } from '../../conformance/proof/trials.ts';

/** `assay prove --seed` tries them all. */
const step = 40;

test('with the numbers of another seed, mutants are killed all the same', async () => {
  const findings: LawResult[] = [];
  const trials = new URL('numbers-trials.ts', import.meta.url);
  await onThreads<LawResult>(trials, { seed: 1, step }, (finding) => findings.push(finding));
  expect(findings.length).toBeGreaterThan(20);
  expect(findings.filter(({ holds }) => !holds)).toEqual([]);
});
