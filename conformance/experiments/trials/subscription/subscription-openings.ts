import type { Field } from '../../../core/look.ts';
import { wasRejected } from '../../../core/status.ts';
import type { Trial } from '../../../interface/creations/attempts.ts';
import { type SubscriptionControls, subscriptionControls } from '../../../interface/subscription/controls.ts';
import type { Grounds } from '../constraints.ts';
import { firstAccepted, isOpen, type Opening, tellMoot, tellNext, tellOpening, whyNot } from '../openings.ts';

const operation = 'subscription';

const rules = {
  accepted: { clause: 'subscription/accepted', what: 'a request with all that is required' },
  currency: {
    clause: 'subscription/request-currency-own',
    what: 'a request with the declared currency',
  },
  unpaid: {
    clause: 'subscription/request-payment-authority-optional',
    what: 'a request without payment_authority',
  },
  referenced: {
    clause: 'subscription/request-external-ref-length',
    what: 'a request with an external_ref',
  },
  paid: {
    clause: 'subscription/request-payment-authority-accepted',
    what: 'a request with a complete payment_authority',
  },
};

/** What a run found to be accepted, before anything else is tried. */
export type SubscriptionOpenings = {
  readonly grounds: Grounds;
  /** Whether any request was accepted. */
  readonly isOpen: boolean;
  /** With a payment authority of ours, which vouches for others like it (READINGS 6). */
  readonly madeUp: Opening | undefined;
  /** Why nothing that differs from that one can be tried. */
  readonly whyNotMadeUp: Trial['moot'];
};

/** Looks for requests that are accepted, once in a run, and hands over what that says of what has to be. */
export const openSubscriptions = (field: Field): Promise<SubscriptionOpenings> =>
  field.shared('openings subscription', () => open(field, subscriptionControls(field)));

async function open(field: Field, controls: SubscriptionControls): Promise<SubscriptionOpenings> {
  const { payment } = field.target.subscriptions[0];
  const plain = await firstAccepted(field, operation, [controls.plain]);
  const paid = await firstAccepted(field, operation, controls.paid);
  const isClosed = !isOpen(plain) && !isOpen(paid);
  const other = isClosed ? await firstAccepted(field, operation, controls.otherCurrency) : undefined;
  const isShut = isClosed && !isOpen(other);
  const bare = isShut ? await firstAccepted(field, operation, [controls.bare]) : undefined;
  const first = [plain, paid, other, bare].find(isOpen);
  if (plain) tellAccepted(field, first ?? plain);
  if (plain) await tellCurrency(field, plain, paid, other);
  if (plain) await tellUnpaid(field, plain, paid);
  if (plain && paid) await tellPaid(field, plain, paid);
  if (plain && isOpen(bare)) await tellNext(field, operation, rules.referenced, plain, bare);

  const whyNotFull = whyNot(field, operation, 'a request with a payment_authority', paid);
  const isApart = isOpen(paid) && first !== paid;
  const madeUp = typeof payment === 'object' ? await firstAccepted(field, operation, controls.madeUp) : paid;
  return {
    grounds: {
      least: first?.control ?? controls.plain,
      ...(isApart ? { full: paid.control } : {}),
      ...(whyNotFull ? { whyNotFull } : {}),
    },
    isOpen: first !== undefined,
    madeUp,
    whyNotMadeUp: whyNot(
      field,
      operation,
      'an invented payment_authority',
      madeUp,
      first && payment !== 'any' ? 'subscription: { payment: any }' : undefined,
    ),
  };
}

function tellAccepted(field: Field, { exchange }: Opening): void {
  const { account_id, offering_id, plan_id, currency } = field.target.subscriptions[0];
  const isVouched = [account_id, offering_id, plan_id, currency].every((one) => one !== undefined);
  tellOpening(field, operation, rules.accepted, exchange, isVouched);
}

async function tellCurrency(field: Field, plain: Opening, paid?: Opening, other?: Opening): Promise<void> {
  if (field.target.subscriptions[0].currency === undefined)
    return tellMoot(
      field,
      operation,
      rules.currency,
      'the target file declares no currency',
      'subscription: { currency: … }',
    );
  if (isOpen(other)) return tellNext(field, operation, rules.currency, plain, other);
  tellOpening(field, operation, rules.currency, (isOpen(paid) ? paid : plain).exchange, false);
}

async function tellUnpaid(field: Field, plain: Opening, paid?: Opening): Promise<void> {
  if (isOpen(plain) || !isOpen(paid))
    return tellOpening(field, operation, rules.unpaid, plain.exchange, false);
  // Whoever vouches for a payment authority may have plans that have to be paid for at once.
  if (typeof field.target.subscriptions[0].payment === 'object' && wasRejected(plain.exchange)) {
    const { why = '' } = whyNot(field, operation, rules.unpaid.what, plain) ?? {};
    return tellMoot(field, operation, rules.unpaid, why, 'subscription: { … } without payment');
  }
  await tellNext(field, operation, rules.unpaid, plain, paid);
}

async function tellPaid(field: Field, plain: Opening, paid: Opening): Promise<void> {
  if (isOpen(paid)) return tellOpening(field, operation, rules.paid, paid.exchange, false);
  const isVouched = field.target.subscriptions[0].payment !== undefined;
  if (!isVouched && isOpen(plain) && wasRejected(paid.exchange)) {
    const { why = '' } = whyNot(field, operation, rules.paid.what, paid) ?? {};
    return tellMoot(field, operation, rules.paid, why, 'subscription: { payment: … }');
  }
  if (isVouched && isOpen(plain)) return tellNext(field, operation, rules.paid, paid, plain);
  tellOpening(field, operation, rules.paid, paid.exchange, false);
}
