import type { Contract } from '../../../src/contract/contract.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import type { Catalog, CatalogNode } from '../../../src/stub/catalog/catalog.ts';
import { loadCatalog } from '../../../src/stub/catalog/load-catalog.ts';
import { createStub } from '../../../src/stub/server/create-stub.ts';
import type { KnownGoodSubscription, NodeTarget, Target } from '../../core/target.ts';
import { targetOfCatalog } from '../../stub-target/catalog-target.ts';
import { resolveTarget } from '../../target/resolve.ts';

/** A target and the stub in process that is in for it. */
export type StandIn = {
  readonly contract: Contract;
  readonly target: Target;
  readonly transport: Transport;
};

/** The base URL of a stub without a port. */
const inProcess = 'http://localhost';

/**
 * Replaces a target by the stub, to find out what would be sent. The stub has the nodes of the target, filled with
 * products of the shop; the same target file always gives the same stand-in.
 */
export async function standInFor(contract: Contract, target: Target): Promise<StandIn> {
  const shop = await loadCatalog(undefined, contract);
  const catalog = withNodes(shop, target.nodes);
  const known = resolveTarget(targetOfCatalog(catalog, inProcess), inProcess);
  const nodes = target.nodes.map((node) => ({ ...node, ...knownOf(node, known.nodes) }));
  const [declared] = target.subscriptions;
  const subscriptions = [{ ...known.subscriptions[0], ...knownGoodOf(declared) }] as const;
  const { transport } = createStub({ contract, catalog, seed: 'stand-in' });
  return { contract, target: { ...target, baseUrl: inProcess, subscriptions, nodes }, transport };
}

/** The shop with the hierarchies and nodes of a target. */
function withNodes(shop: Catalog, nodes: readonly NodeTarget[]): Catalog {
  const shopNodes = shop.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const renamed = nodes.flatMap(({ hierarchy, node }, index) => {
    const source = shopNodes[index % shopNodes.length];
    return source
      ? [{ hierarchy: hierarchy.toLowerCase(), node: { ...source, id: node.toLowerCase() } }]
      : [];
  });
  const hierarchies = [...Map.groupBy(renamed, ({ hierarchy }) => hierarchy)].map(([id, group]) => ({
    id,
    name: id,
    nodes: group.map(({ node }): CatalogNode => node),
  }));
  return { ...shop, hierarchies };
}

/** What the operator knows about a node, replaced by the same facts about the products it has now. */
function knownOf(node: NodeTarget, standInNodes: readonly NodeTarget[]): Partial<NodeTarget> {
  const same = standInNodes.find((other) => other.node === node.node.toLowerCase());
  return {
    ...(node.live && same?.live ? { live: same.live } : {}),
    ...(node.curated && same?.curated ? { curated: same.curated } : {}),
    ...(node.hidden && same?.hidden ? { hidden: same.hidden } : {}),
  };
}

/** What the operator declares, except ids: the stub has its own. */
const knownGoodOf = ({ currency, payment }: KnownGoodSubscription): KnownGoodSubscription => ({
  ...(currency === undefined ? {} : { currency }),
  ...(payment === undefined ? {} : { payment }),
});
