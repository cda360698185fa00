import type { NodeTarget } from '../../../conformance/core/target.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import type { Shelf } from './product.ts';
import { ruleState, shelves } from './shop.ts';

function nodeOf({ hierarchy, node, products, curated }: Shelf): NodeTarget {
  const live = products.filter(({ isLive }) => isLive).map(({ id }) => id);
  const hidden = products.filter(({ isLive }) => !isLive).map(({ id }) => id);
  return { hierarchy, node, live, hidden, curated: curated.filter((id) => live.includes(id)) };
}

/** What the operator of this shop would write into a target file: a rate limit it takes, and that any payment is welcome. */
export const fileOfOperator: TargetFile = {
  token: 'sesame',
  key: { reserved_rate_limit: 40 },
  subscription: {
    account_id: ruleState.account,
    offering_id: ruleState.offering,
    plan_id: ruleState.plan,
    currency: 'EUR',
    payment: 'any',
  },
  nodes: shelves.map(nodeOf),
};
