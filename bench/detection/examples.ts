import { targetOfCatalog } from '../../conformance/stub-target/catalog-target.ts';
import { catalog } from '../servers.ts';

/** What the operator of the stub would say of it. */
export const targetFile = (baseUrl: string) => targetOfCatalog(catalog, baseUrl);

const { token, subscription, nodes } = targetFile('http://127.0.0.1');

const [declared] = [subscription ?? {}].flat();

/** The token every contender sends. */
export const bearer = `Bearer ${token}`;

/** Ids the stub accepts in a subscription. */
export const subscribable = {
  account_id: String(declared?.account_id),
  offering_id: String(declared?.offering_id),
  plan_id: String(declared?.plan_id),
};

/** A currency that the stub takes, and all that can be told of. */
export const currency = String(declared?.currency);
export const currencies = Intl.supportedValuesOf('currency');

/** How the stub rejects: tools that cannot be told of any rejection are told of these. */
export const rejections = { mediaType: 'application/json', statuses: [400, 415, 422] };

type Node = { readonly hierarchy: string; readonly node: string };

const countOf = (node: object, field: string): number => [Object(node)[field] ?? []].flat().length;

/** Every node, by the number of its live products; the curated first. */
export const allNodes = (nodes ?? []).toSorted(
  (a, b) =>
    Number(countOf(b, 'curated') > 0) - Number(countOf(a, 'curated') > 0) ||
    countOf(b, 'live') - countOf(a, 'live'),
) as readonly Node[];

const [shelter = { hierarchy: '', node: '' }] = allNodes;

/** Nodes that contenders with a few examples list: one that is curated comes first. */
export const exampleNodes = [shelter, ...allNodes.slice(1, 5)] as const;
