import { idOf, type Shop, type ShopNode } from './shop.ts';

/** What the operator declares in a subscription. */
export type SubscriptionSet = {
  readonly account_id: string;
  readonly offering_id: string;
  readonly plan_id: string;
  readonly currency?: string;
  readonly payment?: 'any' | Readonly<Record<string, string>>;
};

/** The target file that the operator of a conforming server writes. */
export type OperatorFile = {
  readonly token: string | Readonly<Record<string, string>>;
  readonly writes: 'allow';
  readonly key?: { readonly reserved_rate_limit: number };
  readonly subscription: SubscriptionSet | readonly SubscriptionSet[];
  readonly nodes: readonly NodeFacts[];
};

type NodeFacts = {
  readonly hierarchy: string;
  readonly node: string;
  readonly live?: readonly string[];
  readonly curated?: readonly string[];
  readonly hidden?: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
};

/** Account number `index`; without a number the one account that the default server knows. */
export const account = (index?: number): string => idOf(index === undefined ? 'account' : `account ${index}`);

export const offering = idOf('offering');
export const plan = idOf('plan');

/** What the default server accepts in a subscription, a payment left out. */
export const defaultSet = {
  account_id: account(),
  offering_id: offering,
  plan_id: plan,
  currency: 'USD',
} as const satisfies SubscriptionSet;

/** A card that is one at its gateway. */
export const realCard = {
  type: 'payments_gateway_a',
  customer_id: 'customer-1',
  card_id: 'card-1',
  name: 'Jo Bloggs',
  email: 'jo@shop.test',
} as const;

/** The file for the default server with this shop. */
export const operatorFile = (shop: Shop): OperatorFile => ({
  token: 'token',
  writes: 'allow',
  key: { reserved_rate_limit: 5 },
  subscription: { ...defaultSet, payment: 'any' },
  nodes: Object.values(shop.nodes).map(nodeFacts),
});

const nodeFacts = ({ hierarchy, node, live, curated, hidden }: ShopNode): NodeFacts => ({
  hierarchy,
  node,
  live: live.map(({ id }) => id),
  ...(curated ? { curated: curated.map(({ id }) => id) } : {}),
  ...(hidden ? { hidden: hidden.map(({ id, attributes: { name, slug } }) => ({ id, name, slug })) } : {}),
});
