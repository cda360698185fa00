import { hash } from 'node:crypto';
import { at, type Json, type JsonObject } from '../../json/json.ts';
import { extraMembers, withoutUndefined, writeId, writeText } from '../replies/members.ts';
import { constantAt } from '../replies/schema.ts';
import { writeInstant } from '../replies/timestamps.ts';
import type { Setup } from '../requests/handler.ts';
import { createOfferingWriter } from './offering.ts';
import { stateTimestamps, subscriptionState } from './subscription-state.ts';

/** Creates the writer of the reply with a new subscription; `sent` is the `data` of the request. */
export function createSubscriptionReply(setup: Setup): (sent: JsonObject) => JsonObject {
  const { contract, choices } = setup;
  const type = constantAt(contract.operations.subscription.response, ['data', 'type'], 'subscription');
  const offeringOf = createOfferingWriter(setup);
  const shown = choices['subscription-optional-members'] === 'shown';
  return (sent) => {
    const isSame = choices['subscription-again'] === 'same';
    const id = writeId(isSame ? idOfOrder(sent) : setup.source.uuid(), choices);
    const now = setup.source.now();
    const echo = (name: string): Json | undefined => {
      const value = at(sent, name) as Json | undefined;
      return typeof value === 'string' ? writeId(value, choices) : value;
    };
    const attributes = withoutUndefined({
      external_ref: shown ? writeText(sent.external_ref, choices) : undefined,
      account_id: echo('account_id'),
      offering: offeringOf(sent.offering_id, now),
      plan_id: echo('plan_id'),
      currency: sent.currency,
      relationships: shown ? relationships(echo('offering_id'), echo('plan_id')) : undefined,
      meta: withoutUndefined({
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
    const data = withoutUndefined({
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

/** An id that is the same for every subscription to the same: a later request changes the earlier one. */
function idOfOrder(sent: JsonObject): string {
  const order = ['account_id', 'offering_id', 'plan_id', 'currency'].map((name) =>
    String(sent[name]).toLowerCase(),
  );
  return hash('sha256', order.join()).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
