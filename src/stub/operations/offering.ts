import type { Json, JsonObject } from '../../json/json.ts';
import { extraMembers, withoutUndefined, writeId } from '../replies/members.ts';
import { constantAt } from '../replies/schema.ts';
import { writeInstant, writeTimestamp } from '../replies/timestamps.ts';
import type { Setup } from '../requests/handler.ts';

/** An offering that is not in the catalog. */
const unlisted = { name: 'Unlisted offering', owner: 'store', external_product_refs: [] };

/** Creates the writer of offerings embedded in subscriptions; an id that is not in the catalog gets a default offering. */
export function createOfferingWriter({
  contract,
  catalog,
  choices,
}: Setup): (id: Json | undefined, now: Date) => JsonObject {
  const path = ['data', 'attributes', 'offering', 'type'];
  const type = constantAt(contract.operations.subscription.response, path, 'subscription_offering');
  return (id, now) => {
    const known = typeof id === 'string' ? catalog.offerings.get(id.toLowerCase()) : undefined;
    const offering = known ?? unlisted;
    const shown = choices['subscription-optional-members'] === 'shown';
    const shownId = typeof id === 'string' ? writeId(id, choices) : id;
    return withoutUndefined({
      id: choices['offering-id'] === 'shown' ? shownId : undefined,
      type,
      attributes: withoutUndefined({
        external_ref: shown ? known?.external_ref : undefined,
        name: offering.name,
        description: shown ? known?.description : undefined,
        updated_at: writeTimestamp(now, choices),
        created_at: writeTimestamp(now, choices),
        ...extraMembers(choices),
      }),
      relationships: shown ? { plans: { data: planLinks(known?.plans ?? []) } } : undefined,
      meta: {
        external_product_refs: [...offering.external_product_refs],
        owner: offering.owner,
        timestamps: { updated_at: writeInstant(now, choices), created_at: writeInstant(now, choices) },
      },
      ...extraMembers(choices),
    });
  };
}

const planLinks = (ids: readonly string[]): JsonObject[] =>
  ids.map((id) => ({ id, type: 'subscription_plan' }));
