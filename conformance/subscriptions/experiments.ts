import type { Constraint } from '../../src/contract/contract.ts';
import { at, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { nonce } from '../core/nonce.ts';
import { profiles } from '../core/profiles.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import type { KnownGoodSubscription, Target } from '../core/target.ts';
import {
  attempt,
  attemptTogether,
  type Control,
  creationsOf,
  type Edit,
  joined,
  type Trial,
} from '../create/attempts.ts';
import { pathOf } from '../create/flaws.ts';
import {
  bodyTrials,
  boundTrials,
  constraintTrials,
  createAtOnce,
  derivedBoundTrials,
  firstAccepted,
  isOpen,
  nullTrials,
  type Opening,
  reportNotApplicable,
  type TrialControls,
  tellNext,
  tellOpening,
  whyNot,
  withCharset,
} from '../create/trials.ts';
import { type Materials, triedCurrencies, validBody } from '../create/valid-body.ts';

const operation = 'subscription';

/** Where a subscription request names the gateway. */
export const gatewayPath = ['data', 'payment_authority', 'type'] as const;

/** The requests for subscriptions that others differ from. */
type SubscriptionControls = {
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

function subscriptionControls(materials: Materials): SubscriptionControls {
  const { payment, currency } = materials.target.subscriptions[0];
  const full = (declared: KnownGoodSubscription): Json =>
    validBody(materials, operation, profiles.subscription.creation?.optionalMembers, declared);
  const plain: Control = (declared) => validBody(materials, operation, [], declared);
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
const otherCurrency = ({ subscriptions: [{ currency = triedCurrencies[0] }] }: Target): string =>
  triedCurrencies.find((one) => one !== currency) ?? triedCurrencies[0];

/** The gateways that the contract allows. */
function gatewaysOf({ contract }: Materials): readonly Json[] {
  const path = gatewayPath.flatMap((step) => ['properties', step]);
  const allowed = at(contract.operations[operation].request, ...path, 'enum');
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
function currencyTrials(
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
function paymentTrials({ least, full = least, whyNotFull }: TrialControls): Trial[] {
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
async function tryGateways(context: ExperimentContext, madeUp: Opening | undefined): Promise<void> {
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
const withoutReference = (control: Control, notApplicable: Trial['notApplicable']): Trial => ({
  clause: 'subscription/request-external-ref-optional',
  what: 'a request without external_ref',
  expects: 'acceptance',
  control,
  edit: (body) => withoutAt(body, ['data', 'external_ref']),
  ...(notApplicable ? { notApplicable } : {}),
});

/** The same subscription, its ids in capitals (READINGS 27). */
const inCapitals = (control: Control): Trial => ({
  clause: 'subscription/request-uuid-capitals',
  what: 'a request with its ids in capitals',
  expects: 'acceptance',
  control,
  edit: (body) => ['account_id', 'offering_id', 'plan_id'].reduce(capital, body),
});

const capital = (body: Json, member: string): Json =>
  withAt(body, ['data', member], String(at(body, 'data', member)).toUpperCase());

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
type SubscriptionOpenings = {
  readonly trialControls: TrialControls;
  /** Whether any request was accepted. */
  readonly isOpen: boolean;
  /** With a payment authority of ours, which declares others like it (READINGS 6). */
  readonly madeUp: Opening | undefined;
  /** Why nothing that differs from that one can be tried. */
  readonly whyNotMadeUp: Trial['notApplicable'];
};

/** Looks for requests that are accepted, once in a run, and hands over what that says of what has to be. */
const openSubscriptions = (context: ExperimentContext): Promise<SubscriptionOpenings> =>
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

/** References that a server may spoil: by escaping, by decoding, by another encoding, by taking digits for a number. */
const punctuated = `Order No. 7/2 & "Co" <b> 'x' 50%2F_a+b=c; ${nonce}`;

const beyondAscii = `Zoë’s 注文  😀 ${nonce}`;

/** Letters alone: a server that rejects emoji or keeps other signs in another form has to keep these (READINGS 15). */
const letters = `Crème brûlée 注文 ${nonce}`;

const digits = '0012345600';

const withReference = (text: string): Edit => ({
  edit: (body) => withAt(body, ['data', 'external_ref'], text),
});

/** The longest reference, of characters that are two bytes each except the nonce (READINGS P4). */
const inTwoBytes = ({ contract }: ExperimentContext, control: Control): Trial[] =>
  contract.constraints
    .filter(({ id }) => id === 'subscription/external_ref/maxLength')
    .map(({ value }) => ({
      clause: 'subscription/request-external-ref-two-bytes',
      what: `a request with an external_ref of ${value} characters of two bytes`,
      expects: 'acceptance',
      control,
      ...withReference(nonce + 'é'.repeat(Math.max(0, Number(value) - nonce.length))),
    }));

const isOfPayment = (constraint: Constraint): boolean => pathOf(constraint)[1] === 'payment_authority';

export default experiments('subscription', {
  /**
   * Creates subscriptions with what is at a bound or spelled in another way. Where each set of known-good values is good for
   * one subscription, those before them say more.
   */
  creations: {
    run: async (context) => {
      const openings = await openSubscriptions(context);
      const { trialControls } = openings;
      await tryBounds(context, openings);
      const spellings = [inCapitals(trialControls.least), withCharset(operation, trialControls.least)];
      await attemptTogether(context, operation, spellings, [withReference(beyondAscii)]);
      await createOthers(context, openings);
    },
  },
  /** Creates subscriptions that have to be accepted, and tries all that has to be rejected. */
  rejections: {
    when: 'early',
    run: async (context) => {
      const { trialControls } = await openSubscriptions(context);
      await attempt(context, operation, [
        ...constraintTrials(context, operation, trialControls),
        ...bodyTrials(operation, trialControls),
        ...nullTrials(context, operation, trialControls),
        ...currencyTrials(context, trialControls),
        ...paymentTrials(trialControls),
      ]);
    },
  },
});

/** A subscription in another currency, and with an unusual reference: what is shown of it is judged, if it is accepted. */
async function createOthers(
  context: ExperimentContext,
  { trialControls, isOpen: isAny }: SubscriptionOpenings,
): Promise<void> {
  if (!isAny) return;
  const { inTurn, send } = creationsOf(context, operation);
  const other = otherCurrency(context.target);
  const odd = withReference(punctuated);
  const inOther: Edit = { edit: (body) => withAt(body, ['data', 'currency'], other) };
  const both = await inTurn(() => send(trialControls.least, joined([odd, inOther])));
  if (!wasAccepted(both)) await inTurn(() => send(trialControls.least, odd));
  await inTurn(() => send(trialControls.least, withReference(letters)));
  await createAtOnce(context, operation, trialControls.least, withReference(`At once ${nonce}`));
}

/** What is exactly at a bound, as far as an invented payment authority is accepted, and what else needs one. */
async function tryBounds(
  context: ExperimentContext,
  { trialControls, madeUp, whyNotMadeUp: notApplicable }: SubscriptionOpenings,
): Promise<void> {
  const control = isOpen(madeUp) ? madeUp.control : trialControls.least;
  const bounds = (keyword: string) =>
    boundTrials(
      context,
      operation,
      control,
      (one) => isOfPayment(one) && one.keyword === keyword,
      notApplicable,
    );
  const longReference = boundTrials(context, operation, control, (one) => !isOfPayment(one));
  await attemptTogether(context, operation, [...longReference, ...bounds('minLength')]);
  // The nonce is in the name, so the reference is free.
  await attemptTogether(context, operation, bounds('maxLength'), [withReference(digits)]);
  await attempt(context, operation, [
    ...inTwoBytes(context, control),
    ...derivedBoundTrials(context, operation, control),
  ]);
  await tryGateways(context, madeUp);
  await attempt(context, operation, [withoutReference(control, notApplicable)]);
}
