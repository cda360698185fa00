import { describe, expect, test } from 'vitest';
import { seed } from '../seed.ts';
import { operationOfCall } from './sweep.ts';
import { draws, honestRun, interfered, type Outcome, transientFailures, tryDraw } from './sweep-trials.ts';

/** How many draws are made: a breach each, on a request or on a response. */
const count = 5;

describe('sweep: no breach of a must is looked away from', () => {
  test('on whichever request or reply of a run it falls', async () => {
    const outcomes: Outcome[] = [];
    for (const draw of draws(await honestRun(), count, seed)) outcomes.push(await tryDraw(draw));
    expect(outcomes.flatMap(({ missed }) => missed ?? [])).toEqual([]);
    expect(outcomes.filter(({ applied }) => applied).length).toBeGreaterThan(count * 0.9);
  });

  // They wait most of the time.
  test.concurrent.each(Object.entries(transientFailures))(
    '%s is listed with its retry, and is no verdict',
    async (_, transientFailure) => {
      const recorded = await honestRun();
      // The run goes on slowly from there, so that a sample takes the operation with the fewest requests.
      const few = recorded.findIndex(({ request }) => operationOfCall(request) === 'application-key');
      const seen = await interfered(recorded, few, transientFailure);
      expect(seen.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect(seen.transientFailures).toHaveLength(1);
      expect(seen.transientFailures[0]?.retries).toBeGreaterThan(0);
    },
  );
});
