import type { WrittenCollection } from '../../../conformance/target/collections.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import type { Shelf } from './product.ts';
import { ruleState, shelves } from './shop.ts';

function collectionOf({ hierarchy, node, products, curated }: Shelf): WrittenCollection {
  const live = products.filter(({ isLive }) => isLive).map(({ id }) => id);
  const hidden = products.filter(({ isLive }) => !isLive).map(({ id }) => id);
  const order = curated.filter((id) => live.includes(id));
  return { at: { hierarchyID: hierarchy, nodeID: node }, holds: live, hidden, order };
}

/** What the operator of this shop would write into a target file: a rate limit it takes, and that any payment is welcome. */
export const fileOfOperator: TargetFile = {
  token: 'sesame',
  known: {
    'application-key': { reserved_rate_limit: 40 },
    subscription: {
      account_id: ruleState.account,
      offering_id: ruleState.offering,
      plan_id: ruleState.plan,
      currency: 'EUR',
      payment_authority: 'any',
    },
  },
  collections: shelves.map(collectionOf),
};
