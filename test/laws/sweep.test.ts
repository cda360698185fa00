import { describe, expect, test } from 'vitest';
import { onThreads } from '../../conformance/proof/threads.ts';
import { isSampled, sampled, sampleSeed } from './sample.ts';
import { honestRun, interfered, interferences, type Outcome } from './sweep-trials.ts';

/** How many draws are made here; the bench makes more. */
const count = isSampled ? 16 : 132;

const seed = isSampled ? sampleSeed : 20261121;

describe('sweep: no breach of a must is looked away from', () => {
  test('on whichever request or reply of a run it falls', async () => {
    const outcomes: Outcome[] = [];
    await onThreads<Outcome>(new URL('sweep-trials.ts', import.meta.url), { count, seed }, (one) =>
      outcomes.push(one),
    );
    expect(outcomes.flatMap(({ missed }) => missed ?? [])).toEqual([]);
    expect(outcomes.filter(({ applied }) => applied).length).toBeGreaterThan(count * 0.9);
  });

  // They wait most of the time.
  test.concurrent.each(Object.entries(interferences))(
    '%s is listed with its retry, and is no verdict',
    async (_, interference) => {
      const recorded = await honestRun();
      for (const place of sampled('places', [3, 57, 111], 1)) {
        const seen = await interfered(recorded, place, interference);
        expect(seen.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
        expect(seen.interferences).toHaveLength(1);
        expect(seen.interferences[0]?.retries).toBeGreaterThan(0);
      }
    },
  );
});
