import { describe, expect, test } from 'vitest';
import type { Choices } from '../../src/stub/choices.ts';
import { silences } from '../../src/stub/silences.ts';
import { observe } from '../engine/run.ts';
import { createWire } from '../engine/wire.ts';
import { contract, honest, observations, setting } from './ground.ts';

/** What the observation of a clause sees on a stub with these choices. */
async function seen(clause: string, choices: Partial<Choices>): Promise<string | undefined> {
  const observation = observations.find((one) => one.clause === clause);
  return observation && (await observe(setting, createWire(honest({ choices })), observation)).value;
}

const isLookedAt = (clause: string): boolean => contract.clauses.get(clause)?.silent === undefined;

const looked = Object.entries(silences).filter(([, { clauses }]) => clauses.some(isLookedAt));

describe('sight: every observation tells the alternatives of its choice apart', () => {
  test.each(looked)('%s', async (id, { clauses, alternatives }) => {
    for (const clause of clauses.filter(isLookedAt)) {
      const values = await Promise.all(
        alternatives.map((alternative) => seen(clause, { [id]: alternative })),
      );
      expect(new Set(values).size, `${clause}: ${values.join(' | ')}`).toBe(alternatives.length);
      expect(values).not.toContain(undefined);
    }
  });
});
