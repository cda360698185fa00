import type { NodeTarget, Target } from '../../conformance/engine/target.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import type { Contract } from '../contract/contract.ts';
import type { Catalog, CatalogNode } from '../stub/catalog.ts';
import { createStub } from '../stub/create.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import type { Transport } from '../wire/exchange.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

/** A target that nothing is sent to, and the stub in process that answers for it. */
export type StandIn = {
  readonly contract: Contract;
  readonly target: Target;
  readonly transport: Transport;
};

/** What the stub calls itself where there is no port. */
const inProcess = 'http://localhost';

/**
 * Puts the stub in the place of a target, to find out what would be sent. It serves the nodes that the target has,
 * filled with products of the shop; the same target file always brings the same stand-in.
 */
export async function standInFor(contract: Contract, target: Target): Promise<StandIn> {
  const shop = await loadCatalog();
  const catalog = stocked(shop, target.nodes);
  const known = resolveTarget(targetOfCatalog(catalog, inProcess), inProcess);
  const nodes = target.nodes.map((node) => ({ ...node, ...knownOf(node, known.nodes) }));
  const { payment, currency } = target.subscription;
  const subscription = { ...known.subscription, currency, ...(payment === undefined ? {} : { payment }) };
  const { transport } = createStub({ contract, catalog, seed: 'stand-in' });
  return { contract, target: { ...target, baseUrl: inProcess, subscription, nodes }, transport };
}

/** The shop with its shelves moved to the nodes of a target. */
function stocked(shop: Catalog, nodes: readonly NodeTarget[]): Catalog {
  const shelves = shop.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const moved = nodes.flatMap(({ hierarchy, node }, index) => {
    const shelf = shelves[index % shelves.length];
    return shelf ? [{ hierarchy: hierarchy.toLowerCase(), shelf: { ...shelf, id: node.toLowerCase() } }] : [];
  });
  const hierarchies = [...Map.groupBy(moved, ({ hierarchy }) => hierarchy)].map(([id, group]) => ({
    id,
    name: id,
    nodes: group.map(({ shelf }): CatalogNode => shelf),
  }));
  return { ...shop, hierarchies };
}

/** As much as the operator knows of a node, but of the products that now stand there. */
function knownOf(node: NodeTarget, stockedNodes: readonly NodeTarget[]): Partial<NodeTarget> {
  const same = stockedNodes.find((other) => other.node === node.node.toLowerCase());
  return {
    ...(node.live && same?.live ? { live: same.live } : {}),
    ...(node.curated && same?.curated ? { curated: same.curated } : {}),
    ...(node.hidden && same?.hidden ? { hidden: same.hidden } : {}),
  };
}
