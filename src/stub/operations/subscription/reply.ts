import type { Json, JsonObject } from '../../../json/json.ts';
import { onceFor } from '../../../once.ts';
import type { Offering } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';
import { createCompleter } from '../../replies/complete.ts';
import { createForm } from '../../replies/form.ts';
import { asText, extraMembers, withoutUndefined, writeId, writeText } from '../../replies/members.ts';
import { constantAt } from '../../replies/schema.ts';
import { daysAfter, writeTimestamp } from '../../replies/timestamps.ts';
import type { Setup } from '../../requests/handler.ts';
import { stateTimestamps, subscriptionState } from './state.ts';
import { type Shown, shownNames } from './values.ts';

/** An offering that is not in the catalog. */
const unlisted = { name: 'Unlisted offering', owner: 'store', external_product_refs: [] };

/** Creates the writer of offerings embedded in subscriptions; one that is not in the catalog is shown as a default. */
function createOfferingWriter({
  contract,
  choices,
}: Setup): (shown: Shown, known: Offering | undefined) => JsonObject {
  const path = ['data', 'attributes', 'offering', 'type'];
  const type = constantAt(contract.operations.subscription.response, path, 'subscription_offering');
  const isWhole = choices['subscription-optional-members'] === 'shown';
  return (shown, known) => {
    const offering = known ?? unlisted;
    return withoutUndefined({
      id: choices['offering-id'] === 'shown' ? shown.offering : undefined,
      type,
      attributes: withoutUndefined({
        external_ref: isWhole ? known?.external_ref : undefined,
        name: offering.name,
        description: isWhole ? known?.description : undefined,
        updated_at: shown.now,
        created_at: shown.now,
        ...extraMembers(choices),
      }),
      relationships: isWhole ? { plans: { data: planLinks(known?.plans ?? []) } } : undefined,
      meta: {
        external_product_refs: [...offering.external_product_refs],
        owner: offering.owner,
        timestamps: withoutUndefined({ updated_at: shown.now, created_at: shown.now }),
      },
      ...extraMembers(choices),
    });
  };
}

const planLinks = (ids: readonly string[]): JsonObject[] =>
  ids.map((id) => ({ id, type: 'subscription_plan' }));

/** Creates the writer of the response with a new subscription; `sent` is the `data` of the request. */
export function createSubscriptionReply(setup: Setup): (sent: JsonObject) => string {
  const { catalog, choices, source } = setup;
  const compose = createComposer(setup);
  const formOf = (offering: Offering | undefined) =>
    createForm(shownNames, (shown) => JSON.stringify(compose(shown, offering)));
  const formOfListed = onceFor((offering: Offering) => formOf(offering));
  const formOfUnlisted = formOf(undefined);
  const echo = (value: Json | undefined): Json | undefined =>
    typeof value === 'string' ? writeId(value, choices) : asText(value);
  // Many responses are written within the same millisecond.
  let instants = instantsAt(new Date(0), choices);
  return (sent) => {
    const id = source.uuid();
    const now = source.now();
    if (now.getTime() !== instants.at) instants = instantsAt(now, choices);
    const { offering_id } = sent;
    const offering =
      typeof offering_id === 'string' ? catalog.offerings.get(offering_id.toLowerCase()) : undefined;
    const write = offering ? formOfListed(offering) : formOfUnlisted;
    return write({
      id: writeId(id, choices),
      external_ref: writeText(sent.external_ref, choices),
      account: echo(sent.account_id),
      offering: echo(offering_id),
      plan: echo(sent.plan_id),
      currency: asText(sent.currency),
      state: choices.state === 'none' ? undefined : writeId(source.uuid(), choices),
      now: instants.now,
      inAMonth: instants.inAMonth,
      inAYear: instants.inAYear,
    });
  };
}

const instantsAt = (now: Date, choices: Choices) => ({
  at: now.getTime(),
  now: writeTimestamp(now, choices),
  inAMonth: writeTimestamp(daysAfter(now, 30), choices),
  inAYear: writeTimestamp(daysAfter(now, 365), choices),
});

function createComposer(setup: Setup): (shown: Shown, offering: Offering | undefined) => JsonObject {
  const { contract, choices } = setup;
  const { response } = contract.operations.subscription;
  const type = constantAt(response, ['data', 'type'], 'subscription');
  const complete = createCompleter(response);
  const writeOffering = createOfferingWriter(setup);
  const isWhole = choices['subscription-optional-members'] === 'shown';
  return (shown, offering) => {
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
      ...extraMembers(choices),
    });
    const data = withoutUndefined({
      id: choices['subscription-id'] === 'shown' ? shown.id : undefined,
      type,
      attributes,
      ...extraMembers(choices),
    });
    return complete({ data, ...extraMembers(choices) });
  };
}

const relationships = (offering: Json = null, plan: Json = null): JsonObject => ({
  offering: { data: { id: offering, type: 'subscription_offering' } },
  plan: { data: { id: plan, type: 'subscription_plan' } },
});
