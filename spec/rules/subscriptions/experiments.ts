// Requests to create subscriptions (§4.2, §8).

import {
  addressTrials,
  at,
  attempt,
  attemptTogether,
  boundTrials,
  type Constraint,
  type Contract,
  type ContractAndTarget,
  type Control,
  controlsOf,
  createAtOnce,
  creationProfile,
  creationsOf,
  derivedBoundTrials,
  type Edit,
  type ExperimentContext,
  experiments,
  fieldPlaces,
  hardTexts,
  invalidTrials,
  isGood,
  isObject,
  type Json,
  type JsonObject,
  joined,
  type KnownGood,
  knownGoodOf,
  knownLine,
  matches,
  nonce,
  operationIn,
  type Path,
  pathOf,
  remedyWords,
  type SentControl,
  schemaAt,
  type Target,
  type Trial,
  type TrialControls,
  validBody,
  type WithOperations,
  wasAccepted,
  wasRejected,
  withAt,
  withCharset,
  withoutAt,
} from '../../../conformance/rules.ts';

const operation = 'subscription';

/** Where requests have the fields of a subscription. */
export function subscriptionFields(contract: WithOperations) {
  const { sent } = fieldPlaces(operationIn(contract, operation));
  return {
    payment: sent('payment_authority'),
    gateway: sent('payment_authority', 'type'),
    reference: sent('external_ref'),
    currency: sent('currency'),
    sent,
    ids: idFields.map((name) => sent(name)),
  };
}

export const idFields = ['account_id', 'offering_id', 'plan_id'];

const anyPayment = knownLine(operation, 'payment_authority: any');

type SubscriptionControls = {
  readonly smallest: Control;
  /** With a payment authority: the known-good one, or an invented one at each gateway. */
  readonly paid: readonly Control[];
  /** With an invented payment authority at each gateway; first at that of the known-good one. */
  readonly madeUp: readonly Control[];
  /** Without an external reference, which only carries the nonce. */
  readonly bare: Control;
  readonly otherCurrency: readonly Control[];
};

function subscriptionControls(materials: ContractAndTarget): SubscriptionControls {
  const { payment_authority: declared, currency: own } = declaredValues(materials.target);
  const { gateway: gatewayAt, reference } = subscriptionFields(materials.contract);
  const full = (set: KnownGood): Json =>
    validBody(materials, operation, creationProfile(materials.contract, 'subscription').optionalFields, set);
  const smallest: Control = (set) => validBody(materials, operation, [], set);
  const ofOurs =
    (gateway: Json): Control =>
    ({ payment_authority: _payment, ...others }) =>
      withAt(full(others), gatewayAt, gateway);
  const declaredType = at(declared, 'type');
  const gateways = gatewaysOf(materials).toSorted(
    (one, other) => Number(other === declaredType) - Number(one === declaredType),
  );
  const madeUp = gateways.map(ofOurs);
  return {
    smallest,
    paid: isObject(declared) ? [full] : madeUp,
    madeUp,
    bare: (set) => withoutAt(smallest(set), reference),
    otherCurrency:
      own === undefined ? [] : [(set) => smallest({ ...set, currency: otherCurrency(materials) })],
  };
}

const declaredValues = (target: Target): KnownGood => knownGoodOf(target, operation)[0];

/** The currencies that the contract shows: the first is tried if none is declared (READINGS 4), the second if it is rejected. */
export function currenciesIn(contract: Contract): string[] {
  const { request } = operationIn(contract, operation);
  const shown = at(schemaAt(request, subscriptionFields(contract).currency), 'examples');
  return [shown ?? []].flat().map(String);
}

const ownCurrency = ({ contract, target }: ContractAndTarget): string =>
  String(declaredValues(target).currency ?? currenciesIn(contract)[0]);

const otherCurrency = (materials: ContractAndTarget): string =>
  currenciesIn(materials.contract).find((one) => one !== ownCurrency(materials)) ?? ownCurrency(materials);

function gatewaysOf({ contract }: ContractAndTarget): readonly Json[] {
  const path = subscriptionFields(contract).gateway.flatMap((step) => ['properties', step]);
  const allowed = at(operationIn(contract, operation).request, ...path, 'enum');
  return Array.isArray(allowed) ? allowed : [];
}

type SubscriptionFields = ReturnType<typeof subscriptionFields>;

/** What a subscription is for; UUIDs are compared without regard to case. */
export const orderOf =
  ({ ids, currency }: SubscriptionFields) =>
  (sent: JsonObject): Json => [
    ...ids.map((path) => String(at(sent, ...path)).toLowerCase()),
    String(at(sent, ...currency)),
  ];

/** What may change about it: its reference and payment. */
export const detailsOf =
  ({ reference, payment }: SubscriptionFields) =>
  (sent: JsonObject): Json =>
    [reference, payment].map((path) => (at(sent, ...path) as Json | undefined) ?? null);

/** The same letters in full width: capitals, and of no currency. */
const inFullWidth = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

/** Texts that are not three ASCII capital letters (READINGS 4). */
const misspelledCurrencies = (code: string): readonly string[] => [
  '',
  code.toLowerCase(),
  code.slice(0, 2),
  `${code}X`,
  `${code[0]}5${code[2]}`,
  'Euros!',
  inFullWidth(code),
];

const spaced = (code: string): readonly string[] => [`${code}\n`, ` ${code}`];

function currencyTrials(
  { contract, target }: ExperimentContext,
  { least, full = least }: TrialControls,
): Trial[] {
  const own = ownCurrency({ contract, target });
  const { currency } = subscriptionFields(contract);
  const form = contract.constraints.find(({ clause }) => clause.id === 'subscription/request-currency-form');
  const isMisspelled = (text: string): boolean => form !== undefined && !matches(String(form.value), text);
  const trial = (rule: string, text: string, turn: number): Trial => ({
    clause: `subscription/${rule}`,
    what: `a request with currency ${JSON.stringify(text)}`,
    expects: 'rejection',
    control: turn % 2 === 0 ? least : full,
    edit: (control) => withAt(control, currency, text),
  });
  return [
    ...misspelledCurrencies(own)
      .filter(isMisspelled)
      .map((one, turn) => trial('request-currency-form', one, turn)),
    ...spaced(own)
      .filter(isMisspelled)
      .map((one, turn) => trial('request-currency-spaces', one, turn)),
    trial('request-currency-unknown', 'ZZZ', 1),
  ];
}

function paymentTrials(
  { contract }: ExperimentContext,
  { least, full = least, whyNotFull }: TrialControls,
): Trial[] {
  const { payment } = subscriptionFields(contract);
  const common = {
    expects: 'rejection' as const,
    control: full,
    notApplicable: whyNotFull,
  };
  return [
    {
      ...common,
      clause: 'subscription/request-payment-authority-empty',
      what: 'a request with an empty payment_authority',
      edit: (control) => withAt(control, payment, {}),
    },
  ];
}

/**
 * Sends an invented payment authority for every gateway; all have to be accepted if the target file says so (READINGS
 * 5).
 */
async function tryGateways(context: ExperimentContext, madeUp: SentControl | undefined): Promise<void> {
  const { reportAcceptance, reportNotApplicable } = controlsOf(context, operation);
  const declared = declaredValues(context.target);
  const { gateway: gatewayAt } = subscriptionFields(context.contract);
  const accepted = isGood(madeUp) ? at(madeUp.control(declared), ...gatewayAt) : undefined;
  for (const gateway of gatewaysOf(context)) {
    const clause = 'subscription/request-payment-type-each';
    const acceptance = { clause, what: `a request with payment_authority.type ${JSON.stringify(gateway)}` };
    if (declared.payment_authority !== 'any') {
      const why = 'a server may have one gateway, and the target file declares no other';
      reportNotApplicable(acceptance, why, anyPayment);
    } else if (isGood(madeUp) && gateway === accepted) {
      reportAcceptance(acceptance, madeUp.exchange, true);
    } else if (madeUp) {
      const edit = (body: Json): Json => withAt(body, gatewayAt, gateway);
      const { control } = madeUp;
      await attempt(context, operation, [{ ...acceptance, expects: 'acceptance', control, edit }]);
    }
  }
}

/** A paid request without external reference: the name of the payer has the nonce. */
const withoutReference = (
  { contract }: ExperimentContext,
  control: Control,
  notApplicable: Trial['notApplicable'],
): Trial => ({
  clause: 'subscription/request-external-ref-optional',
  what: 'a request without external_ref',
  expects: 'acceptance',
  control,
  edit: (body) => withoutAt(body, subscriptionFields(contract).reference),
  notApplicable,
});

const sentInCapitals = ({ contract }: ExperimentContext, control: Control): Trial => ({
  clause: 'subscription/request-uuid-capitals',
  what: 'a request with its ids in capitals',
  expects: 'acceptance',
  control,
  edit: (body) => subscriptionFields(contract).ids.reduce(capital, body),
});

const capital = (body: Json, path: Path): Json => withAt(body, path, String(at(body, ...path)).toUpperCase());

const triedRules = {
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

type GoodControls = {
  readonly trialControls: TrialControls;
  readonly isAny: boolean;
  readonly madeUp: SentControl | undefined;
  readonly whyNotMadeUp: Trial['notApplicable'];
};

/** Finds controls that are accepted, once in a run, and reports their responses. */
const findGoodControls = (context: ExperimentContext): Promise<GoodControls> =>
  context.shared('openings subscription', () => sendControls(context, subscriptionControls(context)));

async function sendControls(
  context: ExperimentContext,
  controls: SubscriptionControls,
): Promise<GoodControls> {
  const { firstAccepted, reportBeside, reportUnsent, whyNot } = controlsOf(context, operation);
  const { payment_authority: declared } = declaredValues(context.target);
  const smallest = await firstAccepted([controls.smallest]);
  const paid = await firstAccepted(controls.paid);
  const isNone = !isGood(smallest) && !isGood(paid);
  const other = isNone ? await firstAccepted(controls.otherCurrency) : undefined;
  const bare = isNone && !isGood(other) ? await firstAccepted([controls.bare]) : undefined;
  const first = [smallest, paid, other, bare].find(isGood);
  if (!smallest) reportUnsent(triedRules.accepted, controls.smallest);
  else {
    reportAccepted(context, first ?? smallest);
    await reportCurrency(context, smallest, paid, other);
    await reportUnpaid(context, smallest, paid);
    if (paid) await reportPaid(context, smallest, paid);
    if (isGood(bare)) await reportBeside(triedRules.referenced, smallest, bare);
  }
  const whyNotFull = whyNot(
    'a request with a payment_authority',
    controls.paid[0] ?? controls.smallest,
    paid,
    {
      isDeclared: first !== undefined && declared !== undefined,
    },
  );
  const madeUp = isObject(declared) ? await firstAccepted(controls.madeUp) : paid;
  const isInventedDeclared = declared === 'any' || !first;
  return {
    trialControls: {
      least: first?.control ?? controls.smallest,
      full: isGood(paid) && first !== paid ? paid.control : undefined,
      whyNotFull,
    },
    isAny: first !== undefined,
    madeUp,
    whyNotMadeUp: whyNot(
      'an invented payment_authority',
      controls.madeUp[0] ?? controls.smallest,
      madeUp,
      isInventedDeclared ? { isDeclared: first !== undefined } : { remedy: anyPayment },
    ),
  };
}

function reportAccepted(context: ExperimentContext, { exchange }: SentControl): void {
  const declared = declaredValues(context.target);
  const isKnownGood = [...idFields, 'currency'].every((field) => at(declared, field) !== undefined);
  controlsOf(context, operation).reportAcceptance(triedRules.accepted, exchange, isKnownGood);
}

async function reportCurrency(
  context: ExperimentContext,
  smallest: SentControl,
  paid?: SentControl,
  other?: SentControl,
): Promise<void> {
  const { reportAcceptance, reportBeside, reportNotApplicable } = controlsOf(context, operation);
  if (declaredValues(context.target).currency === undefined) {
    const why = 'the target file declares no currency';
    return reportNotApplicable(triedRules.currency, why, knownLine(operation, 'currency: …'));
  }
  if (isGood(other)) return reportBeside(triedRules.currency, smallest, other);
  reportAcceptance(triedRules.currency, (isGood(paid) ? paid : smallest).exchange);
}

async function reportUnpaid(
  context: ExperimentContext,
  smallest: SentControl,
  paid?: SentControl,
): Promise<void> {
  const { reportAcceptance, reportBeside, reportNotApplicable, whyNot } = controlsOf(context, operation);
  if (isGood(smallest) || !isGood(paid)) return reportAcceptance(triedRules.unpaid, smallest.exchange);
  // A server for which a payment is declared may have plans that have to be paid at once.
  if (isObject(declaredValues(context.target).payment_authority) && wasRejected(smallest.exchange)) {
    const { why = '' } = whyNot(triedRules.unpaid.what, smallest.control, smallest) ?? {};
    return reportNotApplicable(
      triedRules.unpaid,
      why,
      `${remedyWords(knownLine(operation, '…'))} without payment_authority`,
    );
  }
  await reportBeside(triedRules.unpaid, smallest, paid);
}

async function reportPaid(
  context: ExperimentContext,
  smallest: SentControl,
  paid: SentControl,
): Promise<void> {
  const { reportAcceptance, reportBeside, reportNotApplicable, whyNot } = controlsOf(context, operation);
  if (isGood(paid) || !isGood(smallest)) return reportAcceptance(triedRules.paid, paid.exchange);
  if (declaredValues(context.target).payment_authority !== undefined)
    return reportBeside(triedRules.paid, paid, smallest);
  if (!wasRejected(paid.exchange)) return reportAcceptance(triedRules.paid, paid.exchange);
  const { why = '' } = whyNot(triedRules.paid.what, paid.control, paid) ?? {};
  reportNotApplicable(triedRules.paid, why, knownLine(operation, 'payment_authority: …'));
}

const { punctuated, beyondAscii, letters } = hardTexts('Order', '注文');

const digits = '0012345600';

const withReference = ({ contract }: ExperimentContext, text: string): Edit => ({
  edit: (body) => withAt(body, subscriptionFields(contract).reference, text),
});

const inTwoBytes = (context: ExperimentContext, control: Control): Trial[] =>
  context.contract.constraints
    .filter(({ id }) => id === 'subscription/external_ref/maxLength')
    .map(({ value }) => ({
      clause: 'subscription/request-external-ref-two-bytes',
      what: `a request with an external_ref of ${value} two-byte characters`,
      expects: 'acceptance',
      control,
      ...withReference(context, nonce + 'é'.repeat(Math.max(0, Number(value) - nonce.length))),
    }));

const isOfPayment = (constraint: Constraint): boolean => pathOf(constraint).includes('payment_authority');

export default experiments('subscription', {
  /** If each set of known-good values can be used once, bounds and spellings say more than what comes after them. */
  creations: {
    shows: 'valid subscriptions at every bound and in other spellings',
    run: async (context) => {
      const found = await findGoodControls(context);
      const { trialControls } = found;
      await tryBounds(context, found);
      const spellings = [
        sentInCapitals(context, trialControls.least),
        withCharset(operation, trialControls.least),
      ];
      await attemptTogether(context, operation, spellings, [withReference(context, beyondAscii)]);
      await createOthers(context, found);
    },
  },
  rejections: {
    shows: 'requests with one edit that makes them invalid',
    when: 'early',
    run: async (context) => {
      const { trialControls } = await findGoodControls(context);
      await attempt(context, operation, [
        ...invalidTrials(context, operation, trialControls),
        ...currencyTrials(context, trialControls),
        ...paymentTrials(context, trialControls),
      ]);
    },
  },
});

/** Creates a subscription in another currency and with an unusual reference; a server may reject it. */
async function createOthers(
  context: ExperimentContext,
  { trialControls: { least }, isAny }: GoodControls,
): Promise<void> {
  if (!isAny) return;
  const { inTurn, send } = creationsOf(context, operation);
  const other = otherCurrency(context);
  const odd = withReference(context, punctuated);
  const { currency } = subscriptionFields(context.contract);
  const inOther: Edit = { edit: (body) => withAt(body, currency, other) };
  const both = await inTurn(() => send(least, joined([odd, inOther])));
  if (!wasAccepted(both)) await inTurn(() => send(least, odd));
  await inTurn(() => send(least, withReference(context, letters)));
  await createAtOnce(context, operation, least, withReference(context, `At once ${nonce}`));
}

/** Sends values at a bound, as far as an invented payment authority is accepted, and what else needs one. */
async function tryBounds(
  context: ExperimentContext,
  { trialControls, madeUp, whyNotMadeUp: notApplicable }: GoodControls,
): Promise<void> {
  const control = isGood(madeUp) ? madeUp.control : trialControls.least;
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
  await attemptTogether(context, operation, bounds('maxLength'), [withReference(context, digits)]);
  await attempt(context, operation, [
    ...inTwoBytes(context, control),
    ...derivedBoundTrials(context, operation, control),
    ...addressTrials(context, operation, control, notApplicable),
  ]);
  await tryGateways(context, madeUp);
  await attempt(context, operation, [withoutReference(context, control, notApplicable)]);
}
