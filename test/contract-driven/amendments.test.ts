import { expect, test } from 'vitest';
import { shipped } from '../../conformance/proof/fixtures.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { loadEdited } from '../contract/edited-contract.ts';
import { sampled } from '../seed.ts';
import { amendments, overlayFor } from './amendments.ts';
import { findings, missedIn } from './judged.ts';

test.each(sampled(Object.entries(amendments), 2))(
  'contract: the stub follows %s, and its rules find what does not',
  async (_, amendment) => {
    const contract = await loadEdited({ overlays: [overlayFor(amendment)] });
    const proof = await proofOf(contract);
    expect(await findings(proof, proof)).toEqual({ must: [], others: [] });
    expect(await missedIn(proof)).toEqual([]);
    const { must, others } = await findings(proof, shipped);
    const seen = must.length > 0 ? 'violates' : others.length > 0 ? 'warned' : 'hidden';
    expect(seen, [...must, ...others].join('\n')).toBe(amendment.shipped);
  },
);
