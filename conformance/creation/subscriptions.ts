import { at, type Json, withAt, withoutAt } from '../../src/wire/json.ts';
import { accepted } from '../engine/acceptance.ts';
import { bodies, replies } from '../engine/evidence.ts';
import { nonce } from '../engine/nonce.ts';
import type { Probe } from '../engine/probe.ts';
import { printValue } from '../engine/reading.ts';
import { specimen } from '../engine/specimen.ts';
import { jsonOfCall } from '../mutants/request.ts';

/** A paid request without an external reference; the payer's name bears the nonce in its stead. */
export function withoutReference({ contract, target }: Pick<Probe, 'contract' | 'target'>): Json {
  const full = specimen(contract, target, 'subscription', ['payment_authority']);
  return withAt(
    withoutAt(full, ['data', 'external_ref']),
    ['data', 'payment_authority', 'name'],
    `assay ${nonce}`,
  );
}

/** The plain request in another currency than the operator's. */
export function inOtherCurrency({ contract, target }: Pick<Probe, 'contract' | 'target'>): Json {
  const currency = target.subscription.currency === 'EUR' ? 'USD' : 'EUR';
  return withAt(specimen(contract, target, 'subscription'), ['data', 'currency'], currency);
}

/** Several new subscriptions: of different references, paid and unpaid. */
export async function severalSubscriptions(probe: Probe) {
  const plain = specimen(probe.contract, probe.target, 'subscription');
  const another = withAt(plain, ['data', 'external_ref'], `Order/${nonce} 7%2F`);
  return bodies([...(await replies(probe, 'subscription')), await accepted(probe, 'subscription', another)]);
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
