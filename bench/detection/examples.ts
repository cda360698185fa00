import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import { catalog } from '../servers.ts';

/** What the operator of the stub would say of it. */
export const targetFile = (baseUrl: string) => targetOfCatalog(catalog, baseUrl);

const { token, known, collections = [] } = targetFile('http://127.0.0.1');

const [declared] = [known?.subscription ?? {}].flat();

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

/** Every node, by the number of its live products; the curated first. */
export const allNodes: readonly Node[] = collections
  .toSorted(
    (one, other) =>
      Number((other.order ?? []).length > 0) - Number((one.order ?? []).length > 0) ||
      (other.holds ?? []).length - (one.holds ?? []).length,
  )
  .map(({ at = {} }) => ({ hierarchy: String(at.hierarchyID), node: String(at.nodeID) }));

const [shelter = { hierarchy: '', node: '' }] = allNodes;

/** Nodes that contenders with a few examples list: one that is curated comes first. */
export const exampleNodes = [shelter, ...allNodes.slice(1, 5)] as const;
