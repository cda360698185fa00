import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/once.ts';
import { sampled } from '../../test/seed.ts';
import { checkBehind, faults } from './disturbance.ts';
import { disturbances } from './disturbances.ts';

// Many of them wait; the processors are what limits the others.
const limit = atOnce(2 * availableParallelism());

/** The bench takes all. */
const some = sampled(Object.entries(disturbances), 8);

it('each fault is a mutant', async () => {
  const known = await faults();
  const named = Object.values(disturbances).flatMap(({ fault }) => fault ?? []);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

describe.concurrent('a disturbed server gets an exit code that it may have', () => {
  it.each(some)('%s', async (name, disturbance) => {
    const { code, isRight, line } = await limit(() => checkBehind(disturbance, `${name}/1`));
    expect(isRight, `exit code ${code}, instead of ${disturbance.codes.join(' or ')}: ${line}`).toBe(true);
  });
});
