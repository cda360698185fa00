import { expect, test } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { loadEdited } from '../contract/edited-contract.ts';
import { sampled } from '../seed.ts';
import { shipped } from '../shipped.ts';
import { amendments, everythingMoved, overlayFor } from './amendments.ts';
import { check } from './driven.ts';
import { findings, missedIn } from './judged.ts';

test.each(sampled(Object.entries(amendments), 1))(
  'contract: the stub follows %s, and its rules find what does not',
  async (_, amendment) => {
    const contract = await loadEdited({ overlays: [overlayFor(amendment)] });
    const proof = await proofOf(contract);
    expect(await findings(proof, proof)).toEqual({ must: [], others: [], missing: [], unjudged: [] });
    expect(await missedIn(proof)).toEqual([]);
    const { must, others, missing, unjudged } = await findings(proof, shipped);
    const kept = missing.length > 0 ? 'missing' : unjudged.length > 0 ? 'undetermined' : 'hidden';
    const seen = must.length > 0 ? 'violates' : others.length > 0 ? 'warned' : kept;
    expect(seen, [...must, ...others].join('\n')).toBe(amendment.shipped);
  },
);

/** What a check of the stub of a contract says, and how many rules pass. */
async function passedOn(contract: Contract) {
  const { headline, verdicts } = await check(contract, contract);
  return { verdict: headline.verdict, passed: verdicts.filter((verdict) => verdict === 'pass').length };
}

const before = await passedOn(shipped.contract);

const moves = Object.entries(amendments).filter(([, { isMove }]) => isMove);

test.each<[string, Parameters<typeof overlayFor>[0]]>([
  ['everything moved', everythingMoved],
  ...sampled(moves, 1),
])('contract: on the stub with %s, as many rules pass as before', async (_, amendment) => {
  const contract = await loadEdited({ overlays: [overlayFor(amendment)] });
  expect(before.verdict).toBe('conforms');
  // A field that held the record is gone, and what was stated of it.
  expect(await passedOn(contract)).toEqual({ ...before, passed: before.passed - contract.lost.length });
});
