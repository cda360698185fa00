import { type Json, withAt } from '../../../json/json.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { exampleBody } from '../../requests/example-body.ts';
import type { ServedStub } from '../../requests/handler.ts';
import { gatewayOf, knownPayer } from './policy.ts';

/** The body of a subscription that a stub with this catalog and these choices accepts. */
export function acceptedSubscription({ contract, catalog, choices }: ServedStub): Json {
  const accepted = {
    ...subscriptionIds(catalog),
    currency: choices['shop-currency'],
    payment_authority: { type: gatewayOf({ contract, choices }), ...knownPayer },
  };
  return Object.entries(accepted).reduce<Json>(
    (body, [name, value]) => withAt(body, ['data', name], value),
    exampleBody(contract, 'subscription'),
  );
}

/** The ids needed to create a subscription, if the catalog has them. */
export function subscriptionIds({ accounts, offerings }: Catalog): Record<string, string> {
  const [account_id] = accounts;
  const offering = [...offerings.values()].find(({ plans }) => plans.length > 0);
  const [plan_id] = offering?.plans ?? [];
  return {
    ...(account_id === undefined ? {} : { account_id }),
    ...(offering && plan_id !== undefined ? { offering_id: offering.id, plan_id } : {}),
  };
}
