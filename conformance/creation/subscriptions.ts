import { at, type Json, withAt, withoutAt } from '../../src/wire/json.ts';
import { bodies, replies } from '../engine/evidence.ts';
import { nonce } from '../engine/nonce.ts';
import type { Probe } from '../engine/probe.ts';
import { printValue } from '../engine/reading.ts';
import { jsonOfCall } from '../mutants/request.ts';
import { specimen } from './specimen.ts';

/** A paid request without an external reference; the payer's name bears the nonce in its stead. */
export function withoutReference({ contract, target }: Pick<Probe, 'contract' | 'target'>): Json {
  const full = specimen(contract, target, 'subscription', ['payment_authority']);
  return withAt(
    withoutAt(full, ['data', 'external_ref']),
    ['data', 'payment_authority', 'name'],
    `assay ${nonce}`,
  );
}

/** Claims that an id, where it is shown, is the one that was sent; UUIDs know no letter case. */
export async function mustEcho(probe: Probe, member: string, shownAt: readonly string[]): Promise<void> {
  for (const { answer, json } of bodies(await replies(probe, 'subscription'))) {
    const shown = at(json, ...shownAt);
    if (typeof shown !== 'string') continue;
    const sent = String(at(jsonOfCall(answer.call), 'data', member));
    const same = shown.toLowerCase() === sent.toLowerCase();
    probe.must(same, `${shownAt.join('.')} is ${printValue(sent)}`, printValue(shown), answer);
  }
}
