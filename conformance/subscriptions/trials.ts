import { at, type Json, withAt, withoutAt } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import { wasRejected } from '../core/status.ts';
import { attempt, type Trial } from '../create/attempts.ts';
import type { Control } from '../create/creations.ts';
import {
  firstAccepted,
  isOpen,
  type Opening,
  reportNotApplicable,
  type TrialControls,
  tellNext,
  tellOpening,
  whyNot,
} from '../create/trials.ts';
import { triedCurrencies } from '../create/valid-body.ts';
import { gatewayPath, gatewaysOf, type SubscriptionControls, subscriptionControls } from './controls.ts';

/** The same letters as Chinese and Japanese text has them: capitals, and of no currency. */
const inFullWidth = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

/** Texts that are not three ASCII capital letters, made from three that are (READINGS 4). */
const misspelled = (currency: string): readonly string[] => [
  '',
  currency.toLowerCase(),
  currency.slice(0, 2),
  `${currency}X`,
  `${currency[0]}5${currency[2]}`,
  'Euros!',
  inFullWidth(currency),
];

/** The three letters with white space around them: some servers trim what they are sent. */
const spaced = (currency: string): readonly string[] => [`${currency}\n`, ` ${currency}`];

/** Requests in what is no currency. */
export function currencyTrials(
  { contract, target }: ExperimentContext,
  { least, full = least }: TrialControls,
): Trial[] {
  const { currency: own = triedCurrencies[0] } = target.subscriptions[0];
  const form = contract.constraints.find(({ clause }) => clause.id === 'subscription/request-currency-form');
  const isMisspelled = (text: string): boolean =>
    form !== undefined && !new RegExp(String(form.value), 'u').test(text);
  const trial = (rule: string, currency: string, turn: number): Trial => ({
    clause: `subscription/${rule}`,
    what: `a request with currency ${JSON.stringify(currency)}`,
    expects: 'rejection',
    control: turn % 2 === 0 ? least : full,
    edit: (control) => withAt(control, ['data', 'currency'], currency),
  });
  return [
    ...misspelled(own)
      .filter(isMisspelled)
      .map((one, turn) => trial('request-currency-form', one, turn)),
    ...spaced(own)
      .filter(isMisspelled)
      .map((one, turn) => trial('request-currency-spaces', one, turn)),
    trial('request-currency-unknown', 'ZZZ', 1),
  ];
}

/** Payment authorities to be rejected that no keyword of the contract rejects alone (READINGS 6). */
export function paymentTrials({ least, full = least, whyNotFull }: TrialControls): Trial[] {
  const common = {
    expects: 'rejection' as const,
    control: full,
    ...(whyNotFull ? { notApplicable: whyNotFull } : {}),
  };
  return [
    {
      ...common,
      clause: 'subscription/request-payment-authority-empty',
      what: 'a request with an empty payment_authority',
      edit: (control) => withAt(control, ['data', 'payment_authority'], {}),
    },
  ];
}

/** Tries an invented payment authority at every gateway: all have to be taken where the operator says so (READINGS 5). */
export async function tryGateways(context: ExperimentContext, madeUp: Opening | undefined): Promise<void> {
  const [declared] = context.target.subscriptions;
  const accepted = isOpen(madeUp) ? at(madeUp.control(declared), ...gatewayPath) : undefined;
  for (const gateway of gatewaysOf(context)) {
    const clause = 'subscription/request-payment-type-each';
    const acceptance = { clause, what: `a request with payment_authority.type ${JSON.stringify(gateway)}` };
    if (declared.payment !== 'any') {
      const why = 'a server may have one gateway, and the target file declares no other';
      reportNotApplicable(context, 'subscription', acceptance, why, 'subscription: { payment: any }');
    } else if (isOpen(madeUp) && gateway === accepted) {
      tellOpening(context, 'subscription', acceptance, madeUp.exchange, true);
    } else if (madeUp) {
      const edit = (body: Json): Json => withAt(body, gatewayPath, gateway);
      await attempt(context, 'subscription', [
        { ...acceptance, expects: 'acceptance', control: madeUp.control, edit },
      ]);
    }
  }
}

/** A paid request without external reference: the name of the payer has the nonce. */
export const withoutReference = (control: Control, notApplicable: Trial['notApplicable']): Trial => ({
  clause: 'subscription/request-external-ref-optional',
  what: 'a request without external_ref',
  expects: 'acceptance',
  control,
  edit: (body) => withoutAt(body, ['data', 'external_ref']),
  ...(notApplicable ? { notApplicable } : {}),
});

/** The same subscription, its ids in capitals (READINGS 27). */
export const inCapitals = (control: Control): Trial => ({
  clause: 'subscription/request-uuid-capitals',
  what: 'a request with its ids in capitals',
  expects: 'acceptance',
  control,
  edit: (body) => ['account_id', 'offering_id', 'plan_id'].reduce(capital, body),
});

const capital = (body: Json, member: string): Json =>
  withAt(body, ['data', member], String(at(body, 'data', member)).toUpperCase());

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
