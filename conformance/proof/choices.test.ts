import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Choices, contraryChoices, randomChoices } from '../../src/stub/choices.ts';
import { silences } from '../../src/stub/silences.ts';
import { honest, judged } from './ground.ts';

/** Rules that fail, or fall over, on an honest server. */
async function accusers(choices: Partial<Choices>): Promise<string[]> {
  const results = await judged(honest({ choices }));
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ rule, why }) => `${rule}: ${why}`);
}

describe('choices: whatever the stub makes of a silence, no rule fails', () => {
  test('the usual ones', async () => {
    expect(await accusers({})).toEqual([]);
  });

  test('the contrary ones', async () => {
    expect(await accusers(contraryChoices)).toEqual([]);
  });

  test.each(Object.entries(silences))('%s, each of its alternatives', async (id, { alternatives }) => {
    for (const alternative of alternatives.slice(1))
      expect(await accusers({ [id]: alternative })).toEqual([]);
  });

  test('random combinations', async () => {
    const picks = fc.infiniteStream(fc.nat(1_000));
    await fc.assert(
      fc.asyncProperty(picks, async (stream) => {
        const choices = randomChoices((count) => (stream.next().value ?? 0) % count);
        expect(await accusers(choices)).toEqual([]);
      }),
      { numRuns: 40, seed: 20261121 },
    );
  });
});
