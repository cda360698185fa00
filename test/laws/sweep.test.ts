import { describe, expect, test } from 'vitest';
import { drawFrom } from '../../conformance/core/draw.ts';
import { seed } from '../seed.ts';
import { isSampled, outcomesOf } from './sample.ts';
import { breakings, operationOfCall } from './sweep.ts';
import { honestRun, interfered, type Outcome, transientFailures } from './sweep-trials.ts';

/** How many draws are made here, each breach on a request and on a response; the bench makes more. */
const count = isSampled ? 8 : breakings.length * 2;

describe('sweep: no breach of a must is looked away from', () => {
  test('on whichever request or reply of a run it falls', async () => {
    const outcomes = await outcomesOf<Outcome>(new URL('sweep-trials.ts', import.meta.url), { count, seed });
    expect(outcomes.flatMap(({ missed }) => missed ?? [])).toEqual([]);
    expect(outcomes.filter(({ applied }) => applied).length).toBeGreaterThan(count * 0.9);
  });

  // They wait most of the time.
  test.concurrent.each(Object.entries(transientFailures))(
    '%s is listed with its retry, and is no verdict',
    async (name, transientFailure) => {
      const recorded = await honestRun();
      // The run goes on slowly from there, so that a sample takes the operation with the fewest requests.
      const few = recorded.findIndex(({ request }) => operationOfCall(request) === 'application-key');
      const [place = 0] = drawFrom(seed, name, isSampled ? [few] : [3, 57, 111], 1);
      const seen = await interfered(recorded, place, transientFailure);
      expect(seen.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect(seen.transientFailures).toHaveLength(1);
      expect(seen.transientFailures[0]?.retries).toBeGreaterThan(0);
    },
  );
});
