import { availableParallelism } from 'node:os';
import { describe, expect, inject, test } from 'vitest';
import { type Dependence, dependences } from './dependences.ts';
import { tryClient, writeClient } from './run-client.ts';

const isInFull = inject('laws') === 'in full';

/** One in twenty, or one in five in the long tests, others with another seed; all with `TEST_DEPENDENCES=all`. */
const every = process.env.TEST_DEPENDENCES === 'all' ? 1 : isInFull ? 5 : 20;
const sample = dependences.filter((_, index) => index % every === Number(process.env.TEST_SEED ?? 0) % every);

/** The sample is tried on the choice itself and on one that has nothing to do with it. */
const optionsFor = ({ choice, also = [] }: Dependence): string[] =>
  isInFull ? [] : [choice, ...also, 'connection', 'extra-headers'].flatMap((one) => ['--only', one]);

describe('a client that depends on', () => {
  test.each(sample)('$choice is told so, and of nothing else', async (dependence) => {
    const { code, report } = await tryClient(
      await writeClient(dependence),
      ...optionsFor(dependence),
      '--concurrency',
      String(availableParallelism()),
    );
    const failed = report.variations.filter(({ outcome }) => outcome === 'fail');
    const named = new Set(failed.flatMap(({ answers }) => answers.map(({ question }) => question)));
    const { choice, also = [] } = dependence;
    expect([...named].filter((one) => !also.includes(one))).toEqual([choice]);
    expect([...named].length, `the others: ${also}`).toBe(1 + also.length);
    expect([code, report.verdict]).toEqual([1, 'violates']);
  });

  test('nothing conforms', async () => {
    const { code, out, report } = await tryClient(
      await writeClient(),
      ...(isInFull ? [] : ['--only', 'extra-*', '--only', 'path-prefix']),
    );
    expect(report.variations.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect([code, report.verdict]).toEqual([0, isInFull ? 'conforms' : 'passes']);
    expect(out).toMatch(/variations passed, 33 requests valid$/m);
  });
});
