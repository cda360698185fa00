import type { Catalog } from './catalog.ts';

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
