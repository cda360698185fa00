import { describe, expect, test } from 'vitest';
import { maskOf } from '../../conformance/interface/creations/masks.ts';
import { contract, honest, judged, targetFor } from '../../conformance/proof/ground.ts';
import { stubChoices } from '../../src/stub/choices/choices.ts';
import type { StubOptions } from '../../src/stub/server/create-stub.ts';
import { sampled } from './sample.ts';

/** The clauses whose rules fail on a server of another reading, and those not judged because of them. */
async function broken(options: Partial<StubOptions>) {
  const results = await judged(honest(options), { target: targetFor(options.choices ?? {}) });
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const clausesOf = (some: typeof results) => new Set(some.map(({ clause }) => clause));
  return {
    must: failed.filter(({ level }) => level === 'must').map(({ rule, why }) => `${rule}: ${why}`),
    failed: clausesOf(failed),
    unjudged: clausesOf(results.filter(({ because }) => because !== undefined)),
  };
}

const readings = stubChoices.filter(([, { kind }]) => kind === 'reading');

describe('readings: another reading of a should breaks no must, and exactly that should', () => {
  test.each(sampled('readings', readings, 6))('%s', async (id, { clauses, alternatives }) => {
    const { must, failed, unjudged } = await broken({ choices: { [id]: alternatives[1] } });
    expect(must).toEqual([]);
    expect([...failed].filter((clause) => !clauses.includes(clause))).toEqual([]);
    expect(failed.size).toBeGreaterThan(0);
    expect(clauses.filter((clause) => !failed.has(clause) && !unjudged.has(clause))).toEqual([]);
  });

  const read = new Set(readings.flatMap(([, { clauses }]) => clauses));
  const lenient = contract.constraints
    .filter(({ side, clause }) => side !== 'response' && clause.level === 'should' && !read.has(clause.id))
    .filter((constraint) => maskOf(contract, constraint) === undefined);

  test.each(sampled('lenient', [...new Set(lenient.map(({ clause }) => clause.id))], 4))(
    'not enforced: %s',
    async (clause) => {
      const { must, failed } = await broken({ lenient: [clause] });
      expect(must).toEqual([]);
      // A member of whatever type may be null, too.
      const also = clause.endsWith('-type') ? [`${clause.split('/')[0]}/request-null-required`] : [];
      expect([...failed].filter((one) => !also.includes(one))).toEqual([clause]);
    },
  );
});
