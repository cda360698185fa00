import { at, type Json, type JsonObject } from '../wire/json.ts';
import { offeringIn } from './offering.ts';
import type { Setup } from './operation.ts';
import { extraMembers, present, writeId } from './resource.ts';
import { constantAt } from './schema.ts';
import { writeInstant } from './stamp.ts';
import { stateTimestamps, subscriptionState } from './subscription-state.ts';

/** The reply that shows a new subscription; `sent` is the `data` of the request. */
export function subscriptionReply(setup: Setup, sent: JsonObject): JsonObject {
  const { contract, choices, source } = setup;
  const { response } = contract.operations.subscription;
  const id = writeId(source.uuid(), choices);
  const now = source.now();
  const shown = choices['subscription-optional-members'] === 'shown';
  const echo = (name: string): Json | undefined => {
    const value = at(sent, name) as Json | undefined;
    return typeof value === 'string' ? writeId(value, choices) : value;
  };
  const attributes = present({
    external_ref: sent.external_ref,
    account_id: echo('account_id'),
    offering: offeringIn(setup, sent.offering_id, now),
    plan_id: echo('plan_id'),
    currency: sent.currency,
    relationships: shown ? relationships(echo('offering_id'), echo('plan_id')) : undefined,
    meta: present({
      owner: choices['subscription-owner'],
      timestamps: {
        updated_at: writeInstant(now, choices),
        created_at: writeInstant(now, choices),
        ...(shown ? stateTimestamps(setup, now) : {}),
      },
      status: choices['subscription-status'],
      state: subscriptionState(setup, now),
    }),
    ...extraMembers(choices),
  });
  const data = present({
    id: choices['subscription-id'] === 'shown' ? id : undefined,
    type: constantAt(response, ['data', 'type'], 'subscription'),
    attributes,
    ...extraMembers(choices),
  });
  return { data, ...extraMembers(choices) };
}

const relationships = (offering: Json = null, plan: Json = null): JsonObject => ({
  offering: { data: { id: offering, type: 'subscription_offering' } },
  plan: { data: { id: plan, type: 'subscription_plan' } },
});
