import type { Operation } from '../../src/contract/operations.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  withAt,
} from '../../src/json/json.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { Handler, ServedStub, Setup, StubOperation } from '../../src/stub/operation.ts';
import { parameterProblem } from '../../src/stub/parameters.ts';
import { createBodyReader, problemAt } from '../../src/stub/request-bodies.ts';
import { asText, extraFields, writeId, writeText, writeTimestamp } from '../../src/stub/response-fields.ts';
import { choiceReason, type Problem, reject } from '../../src/stub/responses.ts';
import { bodyFor } from '../../src/stub/samples.ts';
import type { Catalog, Offering } from './catalog.ts';
import { countCreated, createSeenValues, problemFor } from './creations.ts';
import { chosenFrom, constantAt, daysAfter, enumAt, enveloped, withoutUndefined } from './shown-fields.ts';

const payment = 'payment_authority';

type SubscriptionSetup = Setup & { readonly catalog: Catalog; readonly operation: Operation };

export const knownPayer = {
  customer_id: 'customer-of-fernhollow',
  card_id: 'card-of-fernhollow',
  name: 'Fern Hollow',
  email: 'fern@fernhollow.shop',
} as const;

function gatewayOf({ request, sentIn }: Operation, choices: Choices): Json {
  const gateways = enumAt(request, [...sentIn, 'payment_authority', 'type']);
  return (choices.gateways === 'second' ? gateways[1] : gateways[0]) ?? null;
}

/** Creates a check of the business rules of a shop: its gateways and its cards. */
function createSubscriptionPolicy({
  choices,
  operation,
}: SubscriptionSetup): (data: JsonObject) => Problem[] {
  const own = gatewayOf(operation, choices);
  const { sentIn } = operation;
  const problem = (below: readonly string[], what: string, choice: string): Problem =>
    problemFor(pointerTo([...sentIn, payment, ...below]), what, choice);
  return (data) => {
    const paid = data[payment];
    if (!isObject(paid)) return [];
    return [
      ...(choices.gateways !== 'both' && paid.type !== own
        ? [problem(['type'], 'is no gateway of this shop', 'gateways')]
        : []),
      ...(choices.cards === 'known' && !isKnown(paid) ? [problem(['card_id'], 'is unknown', 'cards')] : []),
    ];
  };
}

const isKnown = (payment: JsonObject): boolean =>
  payment.customer_id === knownPayer.customer_id && payment.card_id === knownPayer.card_id;

function acceptedSubscription(
  { contract, choices }: ServedStub,
  operation: Operation,
  catalog: Catalog,
): Json {
  const accepted = {
    ...subscriptionIds(catalog),
    currency: choices['shop-currency'] ?? null,
    payment_authority: { type: gatewayOf(operation, choices), ...knownPayer },
  };
  return Object.entries(accepted).reduce<Json>(
    (body, [name, value]) => withAt(body, [...operation.sentIn, name], value),
    bodyFor(contract, operation),
  );
}

export function subscriptionIds({ accounts, offerings }: Catalog): Record<string, string> {
  const [account_id] = accounts;
  const offering = [...offerings.values()].find(({ plans }) => plans.length > 0);
  const [plan_id] = offering?.plans ?? [];
  return {
    ...(account_id === undefined ? {} : { account_id }),
    ...(offering && plan_id !== undefined ? { offering_id: offering.id, plan_id } : {}),
  };
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

function createSubscriptionCheck({
  choices,
  operation: { sentIn },
}: SubscriptionSetup): (json: Json) => Problem[] {
  const problem = (path: readonly string[], what: string, choice: string): Problem =>
    problemFor(pointerTo([...sentIn, ...path]), what, choice);
  return (json) => [
    ...(choices['request-meta'] === 'rejected' && at(json, ...sentIn, 'meta') !== undefined
      ? [problem(['meta'], 'cannot be set by the client', 'request-meta')]
      : []),
    ...currencyProblems(at(json, ...sentIn, 'currency')),
    ...(choices['payer-name-spaces'] === 'overlooked' ? shortNames(at(json, ...sentIn, ...payerName)) : []),
  ];

  function currencyProblems(currency: unknown): Problem[] {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return [];
    if (!currencies.has(currency)) {
      const reason = { clause: 'subscription/request-currency-unknown' };
      return [problemAt(pointerTo([...sentIn, 'currency']), 'is not a currency code of ISO 4217', reason)];
    }
    const own = choices['shop-currency'];
    return choices['other-currency'] === 'rejected' && currency !== own
      ? [problem(['currency'], `is not a supported currency; only ${own} is`, 'other-currency')]
      : [];
  }
}

const payerName = [payment, 'name'];

function shortNames(name: unknown): Problem[] {
  const isShort = typeof name === 'string' && name.length >= 3 && name.trim().length < 3;
  return isShort ? [problemFor(`/${payerName.join('/')}`, 'is too short', 'payer-name-spaces')] : [];
}

/** What a response shows of a request and of its time, as it is written. */
type Shown = {
  readonly external_ref: Json | undefined;
  readonly account: Json | undefined;
  readonly offering: Json | undefined;
  readonly plan: Json | undefined;
  readonly currency: Json | undefined;
  readonly now: string;
  readonly inAMonth: string;
  readonly inAYear: string;
};

type State = {
  readonly action: 'cancel' | 'pause' | 'resume';
  readonly canceled: boolean;
  readonly paused: boolean;
  readonly closed: boolean;
  readonly timestamps: readonly string[];
};

const states: Readonly<Record<string, State>> = {
  resumed: {
    action: 'resume',
    canceled: false,
    paused: false,
    closed: false,
    timestamps: ['paused_at', 'resumed_at'],
  },
  paused: { action: 'pause', canceled: false, paused: true, closed: false, timestamps: ['paused_at'] },
  cancelled: { action: 'cancel', canceled: true, paused: false, closed: false, timestamps: ['canceled_at'] },
  closed: { action: 'cancel', canceled: true, paused: false, closed: true, timestamps: ['canceled_at'] },
};

function subscriptionState(
  { choices, source, operation: { response, record } }: SubscriptionSetup,
  { now, inAMonth }: Shown,
): JsonObject | undefined {
  const state = chosenFrom(choices, 'state', states);
  if (!state) return undefined;
  const { action, canceled, paused, closed } = state;
  const path = [...record, 'attributes', 'meta', 'state', 'type'];
  return {
    id: writeId(source.uuid(), choices),
    type: constantAt(response, path, 'subscription_state'),
    attributes: { action },
    meta: { created_at: now, canceled, paused, closed, invoice_after: inAMonth },
  };
}

function stateTimestamps({ choices }: Setup, shown: Shown): Record<string, Json | undefined> {
  const names = chosenFrom(choices, 'state', states)?.timestamps ?? [];
  return { ...Object.fromEntries(names.map((name) => [name, shown.now])), end_date: shown.inAYear };
}

const unlisted = { name: 'Unlisted offering', owner: 'store', external_product_refs: [] };

function createOfferingWriter({
  choices,
  operation: { response, record },
}: SubscriptionSetup): (shown: Shown, known: Offering | undefined) => JsonObject {
  const path = [...record, 'attributes', 'offering', 'type'];
  const type = constantAt(response, path, 'subscription_offering');
  const isWhole = choices['subscription-optional-fields'] === 'shown';
  return (shown, known) => {
    const offering = known ?? unlisted;
    return withoutUndefined({
      id: isWhole ? shown.offering : undefined,
      type,
      attributes: withoutUndefined({
        external_ref: isWhole ? known?.external_ref : undefined,
        name: offering.name,
        description: isWhole ? known?.description : undefined,
        updated_at: shown.now,
        created_at: shown.now,
        ...extraFields(choices),
      }),
      relationships: isWhole ? { plans: { data: planLinks(known?.plans ?? []) } } : undefined,
      meta: {
        external_product_refs: [...offering.external_product_refs],
        owner: offering.owner,
        timestamps: withoutUndefined({ updated_at: shown.now, created_at: shown.now }),
      },
      ...extraFields(choices),
    });
  };
}

const planLinks = (ids: readonly string[]): JsonObject[] =>
  ids.map((id) => ({ id, type: 'subscription_plan' }));

function createSubscriptionResponse(setup: SubscriptionSetup): (sent: JsonObject) => JsonObject {
  const { catalog, choices, operation, source } = setup;
  const { response, record } = operation;
  const type = constantAt(response, [...record, 'type'], 'subscription');
  const writeOffering = createOfferingWriter(setup);
  const isWhole = choices['subscription-optional-fields'] === 'shown';
  const echo = (value: Json | undefined): Json | undefined =>
    typeof value === 'string' ? writeId(value, choices) : asText(value);
  return (sent) => {
    const { offering_id } = sent;
    const offering =
      typeof offering_id === 'string' ? catalog.offerings.get(offering_id.toLowerCase()) : undefined;
    const id = writeId(source.uuid(), choices);
    const now = source.now();
    const shown: Shown = {
      external_ref: writeText(sent.external_ref, choices),
      account: echo(sent.account_id),
      offering: echo(offering_id),
      plan: echo(sent.plan_id),
      currency: asText(sent.currency),
      now: writeTimestamp(now, choices),
      inAMonth: writeTimestamp(daysAfter(now, 30), choices),
      inAYear: writeTimestamp(daysAfter(now, 365), choices),
    };
    const attributes = withoutUndefined({
      external_ref: isWhole ? shown.external_ref : undefined,
      account_id: shown.account,
      offering: writeOffering(shown, offering),
      plan_id: shown.plan,
      currency: shown.currency,
      relationships: isWhole ? relationships(shown.offering, shown.plan) : undefined,
      meta: withoutUndefined({
        owner: choices['subscription-owner'],
        timestamps: withoutUndefined({
          updated_at: shown.now,
          created_at: shown.now,
          ...(isWhole ? stateTimestamps(setup, shown) : {}),
        }),
        status: choices['subscription-status'],
        state: subscriptionState(setup, shown),
      }),
      ...extraFields(choices),
    });
    const shownRecord = withoutUndefined({
      id: choices['subscription-id'] === 'shown' ? id : undefined,
      type,
      attributes,
      ...extraFields(choices),
    });
    return enveloped(record, shownRecord, extraFields(choices));
  };
}

const relationships = (offering: Json = null, plan: Json = null): JsonObject => ({
  offering: { data: { id: offering, type: 'subscription_offering' } },
  plan: { data: { id: plan, type: 'subscription_plan' } },
});

export const subscriptionOperation = (catalog: Catalog): StubOperation => ({
  createHandler: (setup, operation) => createHandler({ ...setup, catalog, operation }),
  example: (stub, operation) => ({
    target: operation.path,
    body: Buffer.from(JSON.stringify(acceptedSubscription(stub, operation, catalog))),
  }),
});

function createHandler(setup: SubscriptionSetup): Handler {
  const { catalog, choices, memory, operation } = setup;
  const { sentIn } = operation;
  const references = memory.kept('external references', createSeenValues);
  const pairs = memory.kept('subscribed', createSeenValues);
  const responseTo = createSubscriptionResponse(setup);
  const policy = createSubscriptionPolicy(setup);
  const read = createBodyReader(setup, operation, {
    check: createSubscriptionCheck(setup),
    forgives: (pointer, value) =>
      setup.choices['payment-null'] === 'accepted' &&
      pointer === pointerTo([...sentIn, payment]) &&
      value === null,
  });
  return (incoming) => {
    const problems = [...incoming.problems, ...filterProblems(incoming.queryParameters, setup)];
    if (problems.length > 0) return reject(400, problems);
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    const data = objectIn(body.json, ...sentIn);
    const unknown = choices['unknown-ids'] === 'rejected' ? unknownIds(data, catalog, sentIn) : [];
    if (unknown.length > 0) return reject(404, unknown);
    const against = policy(data);
    if (against.length > 0) return reject(Number(choices['business-status']), against);
    if (choices['repeated-external-ref'] === 'rejected' && data.external_ref !== undefined) {
      if (references.has(data.external_ref)) {
        const what = 'is the reference of another subscription';
        return reject(409, [
          problemFor(pointerTo([...sentIn, 'external_ref']), what, 'repeated-external-ref'),
        ]);
      }
      references.add(data.external_ref);
    }
    const pair = choices['subscription-repeated'] === 'rejected' ? pairOf(data) : undefined;
    if (pair && pairs.has(pair)) {
      const repeated = problemFor(
        pointerTo([...sentIn, 'plan_id']),
        'is subscribed to already',
        'subscription-repeated',
      );
      return reject(Number(choices['business-status']), [repeated]);
    }
    const full = countCreated(setup, operation);
    if (full) return full;
    if (pair) pairs.add(pair);
    const shown = Buffer.from(JSON.stringify(responseTo(data)));
    return { status: Number(choices['subscription-success']), body: shown };
  };
}

const pairOf = ({ account_id, plan_id }: JsonObject): string[] =>
  [account_id, plan_id].map((id) => String(id).toLowerCase());

const filterProblems = (
  query: ReadonlyMap<string, string>,
  { choices, operation }: SubscriptionSetup,
): Problem[] =>
  choices['subscription-filter'] === 'rejected' && query.has('filter')
    ? [parameterProblem(operation, 'filter', 'is not supported here', choiceReason('subscription-filter'))]
    : [];

function unknownIds(data: JsonObject, catalog: Catalog, sentIn: Path): Problem[] {
  const known = { account_id: catalog.accounts, offering_id: catalog.offerings, plan_id: catalog.plans };
  return Object.entries(known)
    .filter(([name, ids]) => !ids.has(String(data[name]).toLowerCase()))
    .map(([name]) => problemFor(pointerTo([...sentIn, name]), 'is an unknown id', 'unknown-ids'));
}
