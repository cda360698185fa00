import { type Json, withAt } from '../../src/wire/json.ts';
import { nonce } from '../engine/nonce.ts';
import type { Look } from '../engine/probe.ts';
import { specimen, type WritingOperation } from './specimen.ts';

/** The plain subscription request in another currency than the operator's. */
export function inOtherCurrency({ contract, target }: Pick<Look, 'contract' | 'target'>): Json {
  const currency = target.subscription.currency === 'EUR' ? 'USD' : 'EUR';
  return withAt(specimen(contract, target, 'subscription'), ['data', 'currency'], currency);
}

/**
 * Honest requests unlike the plain one, which a server made for plain ones may answer in another way: capitals, spaces
 * at the ends, letters beyond ASCII, what looks percent-encoded, another currency.
 */
export function variety(look: Pick<Look, 'contract' | 'target'>, operation: WritingOperation): Json[] {
  const plain = specimen(look.contract, look.target, operation);
  if (operation === 'application-key') return [withAt(plain, ['data', 'name'], ` Zoë’s Other Key ${nonce} `)];
  return [inOtherCurrency(look), withAt(plain, ['data', 'external_ref'], `Order/${nonce} 7%2F Zoë`)];
}
