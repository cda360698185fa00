import type { ExperimentContext } from '../../core/context.ts';
import { wasRejected } from '../../core/status.ts';
import type { Trial } from '../../creations/attempts.ts';
import type { TrialControls } from '../../creations/trials/constraints.ts';
import {
  firstAccepted,
  isOpen,
  type Opening,
  reportNotApplicable,
  tellNext,
  tellOpening,
  whyNot,
} from '../../creations/trials/openings.ts';
import { type SubscriptionControls, subscriptionControls } from '../controls.ts';

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
  readonly trialControls: TrialControls;
  /** Whether any request was accepted. */
  readonly isOpen: boolean;
  /** With a payment authority of ours, which declares others like it (READINGS 6). */
  readonly madeUp: Opening | undefined;
  /** Why nothing that differs from that one can be tried. */
  readonly whyNotMadeUp: Trial['notApplicable'];
};

/** Looks for requests that are accepted, once in a run, and hands over what that says of what has to be. */
export const openSubscriptions = (context: ExperimentContext): Promise<SubscriptionOpenings> =>
  context.shared('openings subscription', () => open(context, subscriptionControls(context)));

async function open(
  context: ExperimentContext,
  controls: SubscriptionControls,
): Promise<SubscriptionOpenings> {
  const { payment } = context.target.subscriptions[0];
  const plain = await firstAccepted(context, operation, [controls.plain]);
  const paid = await firstAccepted(context, operation, controls.paid);
  const isClosed = !isOpen(plain) && !isOpen(paid);
  const other = isClosed ? await firstAccepted(context, operation, controls.otherCurrency) : undefined;
  const isShut = isClosed && !isOpen(other);
  const bare = isShut ? await firstAccepted(context, operation, [controls.bare]) : undefined;
  const first = [plain, paid, other, bare].find(isOpen);
  if (plain) tellAccepted(context, first ?? plain);
  if (plain) await tellCurrency(context, plain, paid, other);
  if (plain) await tellUnpaid(context, plain, paid);
  if (plain && paid) await tellPaid(context, plain, paid);
  if (plain && isOpen(bare)) await tellNext(context, operation, rules.referenced, plain, bare);

  const whyNotFull = whyNot(context, operation, 'a request with a payment_authority', paid, {
    isDeclared: first !== undefined && payment !== undefined,
  });
  const isApart = isOpen(paid) && first !== paid;
  const madeUp =
    typeof payment === 'object' ? await firstAccepted(context, operation, controls.madeUp) : paid;
  return {
    trialControls: {
      least: first?.control ?? controls.plain,
      ...(isApart ? { full: paid.control } : {}),
      ...(whyNotFull ? { whyNotFull } : {}),
    },
    isOpen: first !== undefined,
    madeUp,
    whyNotMadeUp: whyNot(
      context,
      operation,
      'an invented payment_authority',
      madeUp,
      first && payment !== 'any'
        ? { remedy: 'subscription: { payment: any }' }
        : { isDeclared: first !== undefined },
    ),
  };
}

function tellAccepted(context: ExperimentContext, { exchange }: Opening): void {
  const { account_id, offering_id, plan_id, currency } = context.target.subscriptions[0];
  const isKnownGood = [account_id, offering_id, plan_id, currency].every((one) => one !== undefined);
  tellOpening(context, operation, rules.accepted, exchange, isKnownGood);
}

async function tellCurrency(
  context: ExperimentContext,
  plain: Opening,
  paid?: Opening,
  other?: Opening,
): Promise<void> {
  if (context.target.subscriptions[0].currency === undefined)
    return reportNotApplicable(
      context,
      operation,
      rules.currency,
      'the target file declares no currency',
      'subscription: { currency: … }',
    );
  if (isOpen(other)) return tellNext(context, operation, rules.currency, plain, other);
  tellOpening(context, operation, rules.currency, (isOpen(paid) ? paid : plain).exchange, false);
}

async function tellUnpaid(context: ExperimentContext, plain: Opening, paid?: Opening): Promise<void> {
  if (isOpen(plain) || !isOpen(paid))
    return tellOpening(context, operation, rules.unpaid, plain.exchange, false);
  // Whoever declares a payment authority may have plans that have to be paid for at once.
  if (typeof context.target.subscriptions[0].payment === 'object' && wasRejected(plain.exchange)) {
    const { why = '' } = whyNot(context, operation, rules.unpaid.what, plain) ?? {};
    return reportNotApplicable(context, operation, rules.unpaid, why, 'subscription: { … } without payment');
  }
  await tellNext(context, operation, rules.unpaid, plain, paid);
}

async function tellPaid(context: ExperimentContext, plain: Opening, paid: Opening): Promise<void> {
  if (isOpen(paid)) return tellOpening(context, operation, rules.paid, paid.exchange, false);
  const isKnownGood = context.target.subscriptions[0].payment !== undefined;
  if (!isKnownGood && isOpen(plain) && wasRejected(paid.exchange)) {
    const { why = '' } = whyNot(context, operation, rules.paid.what, paid) ?? {};
    return reportNotApplicable(context, operation, rules.paid, why, 'subscription: { payment: … }');
  }
  if (isKnownGood && isOpen(plain)) return tellNext(context, operation, rules.paid, paid, plain);
  tellOpening(context, operation, rules.paid, paid.exchange, false);
}
