import { at, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import type { KnownGoodSubscription, Target } from '../core/target.ts';
import type { Control } from '../create/creations.ts';
import { type Materials, triedCurrencies, validBody } from '../create/valid-body.ts';
import { profile } from '../profiles/subscription/profile.ts';

const id = 'subscription';

/** Where a subscription request names the gateway. */
export const gatewayPath = ['data', 'payment_authority', 'type'] as const;

/** The requests for subscriptions that others differ from. */
export type SubscriptionControls = {
  /** The least. */
  readonly plain: Control;
  /** With a payment authority: the one that is known-good, or one of ours at each gateway in turn. */
  readonly paid: readonly Control[];
  /** With a payment authority of ours, at each gateway; at that of the known-good one first. */
  readonly madeUp: readonly Control[];
  /** The least without an external reference, which only carries the nonce. */
  readonly bare: Control;
  /** The least, in another currency than the one that is known-good. */
  readonly otherCurrency: readonly Control[];
};

/** Makes them. */
export function subscriptionControls(materials: Materials): SubscriptionControls {
  const { payment, currency } = materials.target.subscriptions[0];
  const full = (declared: KnownGoodSubscription): Json =>
    validBody(materials, id, profile.creation?.optionalMembers, declared);
  const plain: Control = (declared) => validBody(materials, id, [], declared);
  const ofOurs =
    (gateway: Json): Control =>
    ({ payment: _payment, ...others }) =>
      withAt(full(others), gatewayPath, gateway);
  const declaredType = typeof payment === 'object' ? payment.type : undefined;
  const gateways = gatewaysOf(materials).toSorted(
    (one, other) => Number(other === declaredType) - Number(one === declaredType),
  );
  const madeUp = gateways.map(ofOurs);
  return {
    plain,
    paid: typeof payment === 'object' ? [full] : madeUp,
    madeUp,
    bare: (declared) => withoutAt(plain(declared), ['data', 'external_ref']),
    otherCurrency:
      currency === undefined
        ? []
        : [(declared) => plain({ ...declared, currency: otherCurrency(materials.target) })],
  };
}

/** A currency that many shops sell in, other than the one that requests have anyway. */
export const otherCurrency = ({ subscriptions: [{ currency = triedCurrencies[0] }] }: Target): string =>
  triedCurrencies.find((one) => one !== currency) ?? triedCurrencies[0];

/** The gateways that the contract allows. */
export function gatewaysOf({ contract }: Materials): readonly Json[] {
  const path = gatewayPath.flatMap((step) => ['properties', step]);
  const allowed = at(contract.operations[id].request, ...path, 'enum');
  return Array.isArray(allowed) ? allowed : [];
}

const ids = ['account_id', 'offering_id', 'plan_id'];

/** What a subscription is for, without what one may change about it later; UUIDs compare without regard to case. */
export const orderOf = (sent: JsonObject): Json => [
  ...ids.map((name) => String(at(sent, 'data', name)).toLowerCase()),
  String(at(sent, 'data', 'currency')),
];

/** What may be changed about it: its reference, and how it is paid for. */
export const detailsOf = (sent: JsonObject): Json =>
  ['external_ref', 'payment_authority'].map((name) => (at(sent, 'data', name) as Json | undefined) ?? null);
