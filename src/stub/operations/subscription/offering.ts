import type { JsonObject } from '../../../json/json.ts';
import type { Offering } from '../../catalog/catalog.ts';
import { extraMembers, withoutUndefined } from '../../replies/members.ts';
import { constantAt } from '../../replies/schema.ts';
import type { Setup } from '../../requests/handler.ts';
import type { Shown } from './values.ts';

/** An offering that is not in the catalog. */
const unlisted = { name: 'Unlisted offering', owner: 'store', external_product_refs: [] };

/** Creates the writer of offerings embedded in subscriptions; one that is not in the catalog is shown as a default. */
export function createOfferingWriter({
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
