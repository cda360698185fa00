import { targetOfCatalog } from '../../src/stub-target/catalog-target.ts';
import { catalog } from '../servers.ts';

/** What the operator of the server under test would say of it. */
export const targetFile = (baseUrl: string) => targetOfCatalog(catalog, baseUrl);

const { token, subscription, nodes } = targetFile('http://127.0.0.1');

const [vouched] = [subscription ?? {}].flat();

/** The token every contender sends. */
export const bearer = `Bearer ${token}`;

/** Ids the server accepts in a subscription. */
export const subscribable = {
  account_id: String(vouched?.account_id),
  offering_id: String(vouched?.offering_id),
  plan_id: String(vouched?.plan_id),
};

type Node = { readonly hierarchy: string; readonly node: string };

/** Every node, by the number of its live products; the curated first. */
export const allNodes: readonly Node[] = nodes ?? [];

const [shelter = { hierarchy: '', node: '' }] = allNodes;

/** Nodes that contenders with a few examples list: one that is curated comes first. */
export const exampleNodes = [shelter, ...allNodes.slice(1, 5)] as const;
