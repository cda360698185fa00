import { describe, expect, test } from 'vitest';
import type { Tried } from '../../conformance/client/client-report.ts';
import { sampled } from '../seed.ts';
import { type Dependence, dependences } from './dependences.ts';
import { tryClient, withDependences, writeClient } from './run-client.ts';
import { tryInProcess } from './try-in-process.ts';

/** A few are tried as a command, on the choice itself and on two that have nothing to do with it; others with another seed. */
const sample = sampled(dependences, 3);

/** The choices that a client has to be told it depends on. */
const expected = (all: readonly Dependence[]): string[] =>
  [...new Set(all.flatMap(({ choice, also = [] }) => [choice, ...also]))].toSorted();

/** The choices under which a client fails. */
const failedIn = (variations: readonly Tried[]): string[] => {
  const failed = variations.filter(({ outcome }) => outcome === 'fail');
  return [...new Set(failed.flatMap(({ options }) => options.map(({ question }) => question)))].toSorted();
};

describe('a client that depends on', () => {
  test.each(sample)('$choice is told so, and of nothing else', async (dependence) => {
    const named = expected([dependence]);
    const { code, report } = await tryClient(
      await writeClient(dependence),
      ...[...named, 'connection', 'extra-headers'].flatMap((one) => ['--only', one]),
    );
    expect(failedIn(report.variations)).toEqual(named);
    expect([code, report.verdict]).toEqual([1, 'depends']);
  });

  test('nothing conforms', async () => {
    const { code, out, report } = await tryClient(
      await writeClient(),
      '--only',
      'extra-*',
      '--only',
      'path-prefix',
    );
    expect(report.variations.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect([code, report.verdict]).toEqual([0, 'passes']);
    expect(out).toMatch(/variations passed, 25 valid requests, 6 rejected as expected$/m);
  });
});

/** Puts dependences that do not meet in one client, as many as go. */
function together(all: readonly Dependence[]): Dependence[][] {
  const groups: Dependence[][] = [];
  for (const one of all) {
    const group = groups.find((some) => withDependences([...some, one]) !== undefined);
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** As many as go in one client: what each fails under is its own. */
const groups = together(sampled(dependences, 6));

/** Each variation is run in this process, and all dependences of a group at once. */
describe('dependences, several in one client,', () => {
  const load = async (all: readonly Dependence[]): Promise<(base: string) => Promise<void>> =>
    (await import(/* @vite-ignore */ await writeClient(...all))).testClient;

  test('the sound client passes every one', async () => {
    const { variations, verdict } = await tryInProcess(await load([]));
    expect(variations.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(verdict).toBe('conforms');
  });

  test.each(groups.map((group) => [group.length, group] as const))(
    'a client with %i of them fails those of its choices, and no other',
    async (_, group) => {
      const { variations } = await tryInProcess(await load(group));
      expect(failedIn(variations)).toEqual(expected(group));
    },
  );
});
