import { at, type Json, type JsonObject } from '../wire/json.ts';
import { createOfferingWriter } from './offering.ts';
import type { Setup } from './operation.ts';
import { extraMembers, present, writeId } from './resource.ts';
import { constantAt } from './schema.ts';
import { writeInstant } from './stamp.ts';
import { stateTimestamps, subscriptionState } from './subscription-state.ts';

/** Builds what makes the reply that shows a new subscription; `sent` is the `data` of the request. */
export function createSubscriptionReply(setup: Setup): (sent: JsonObject) => JsonObject {
  const { contract, choices } = setup;
  const type = constantAt(contract.operations.subscription.response, ['data', 'type'], 'subscription');
  const offeringOf = createOfferingWriter(setup);
  const shown = choices['subscription-optional-members'] === 'shown';
  return (sent) => {
    const id = writeId(setup.source.uuid(), choices);
    const now = setup.source.now();
    const echo = (name: string): Json | undefined => {
      const value = at(sent, name) as Json | undefined;
      return typeof value === 'string' ? writeId(value, choices) : value;
    };
    const attributes = present({
      external_ref: sent.external_ref,
      account_id: echo('account_id'),
      offering: offeringOf(sent.offering_id, now),
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
      type,
      attributes,
      ...extraMembers(choices),
    });
    return { data, ...extraMembers(choices) };
  };
}

const relationships = (offering: Json = null, plan: Json = null): JsonObject => ({
  offering: { data: { id: offering, type: 'subscription_offering' } },
  plan: { data: { id: plan, type: 'subscription_plan' } },
});
