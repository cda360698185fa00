import type { Catalog, CatalogNode } from '../../../spec/stub/catalog.ts';
import { loadCatalog } from '../../../spec/stub/load-catalog.ts';
import { partsOf } from '../../../spec/stub/parts.ts';
import type { Contract, OperationId } from '../../../src/contract/contract.ts';
import { isStateful, operationIn } from '../../../src/contract/operations.ts';
import { keyOfRecord } from '../../../src/contract/record.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { samplesOf } from '../../../src/stub/samples.ts';
import { createCheck, type Terms } from '../../check.ts';
import { operationOf } from '../../core/operation-of.ts';
import { type KnownGoodSubscription, type NodeTarget, scopeOf, type Target } from '../../core/target.ts';
import { loadRuleSet } from '../../engine/rule-set.ts';
import { isWrite } from '../../engine/send.ts';
import { targetOfCatalog } from '../../stub-target/catalog-target.ts';
import { resolveTarget } from '../../target/target-file.ts';

/** Finds out what a check would send, by running it against the stand-in. */
export async function planOf(
  { transport, ...parts }: StandIn & Parameters<typeof createCheck>[0],
  terms: Terms,
) {
  const shares = new Map<OperationId | 'other', { readonly requests: number; readonly writes: number }>();
  const counting: Transport = (request) => {
    const id = operationOf(parts.contract, request) ?? 'other';
    const { requests, writes } = shares.get(id) ?? { requests: 0, writes: 0 };
    shares.set(id, { requests: requests + 1, writes: writes + Number(isWrite(request)) });
    return transport(request);
  };
  const { run } = await createCheck(parts, terms);
  return { shares, report: await run(counting) };
}

type StandIn = {
  readonly contract: Contract;
  readonly target: Target;
  readonly transport: Transport;
};

const inProcess = 'http://localhost';

/** Replaces a target by a stub with the same nodes, filled with products of the shop. The result is deterministic. */
export async function standInFor(contract: Contract, target: Target): Promise<StandIn> {
  const shop = await loadCatalog(undefined, contract);
  const catalog = withNodes(shop, target.nodes);
  const known = resolveTarget(targetOfCatalog(catalog, inProcess, {}, contract), inProcess);
  const nodes = target.nodes.map((node) => ({ ...node, ...knownOf(node, known.nodes) }));
  const [declared] = target.subscriptions;
  const subscriptions = [{ ...known.subscriptions[0], ...knownGoodOf(declared) }] as const;
  const { transport } = createStub({ contract, parts: partsOf(catalog), seed: 'stand-in' });
  return { contract, target: { ...target, baseUrl: inProcess, subscriptions, nodes }, transport };
}

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

function knownOf(node: NodeTarget, standInNodes: readonly NodeTarget[]): Partial<NodeTarget> {
  const same = standInNodes.find((other) => other.node === node.node.toLowerCase());
  return {
    ...(node.live && same?.live ? { live: same.live } : {}),
    ...(node.curated && same?.curated ? { curated: same.curated } : {}),
    ...(node.hidden && same?.hidden ? { hidden: same.hidden } : {}),
  };
}

/** The ids of the target are left out, since the stub has its own. */
const knownGoodOf = ({ currency, payment }: KnownGoodSubscription): KnownGoodSubscription => ({
  ...(currency === undefined ? {} : { currency }),
  ...(payment === undefined ? {} : { payment }),
});

/** What is known of the sample data of a stub for any contract. */
export function targetOfSample(contract: Contract, baseUrl: string): Target {
  return {
    ...resolveTarget({ token: 'any-token-will-do', writes: 'allow' }, baseUrl),
    nodes: samplesOf(contract).collections.map(({ operation, values, records }) => ({
      ...scopeOf(operation, values),
      // What a check creates may be listed, too.
      ...(isStateful(contract, operation)
        ? {}
        : { live: records.flatMap((one) => keyOfRecord(operationIn(contract, operation), one) ?? []) }),
    })),
  };
}

async function openOwnStub(contract: Contract) {
  const ruleSet = await loadRuleSet(contract);
  const stub = await createStub({ contract }).listen();
  return {
    contract,
    ruleSet,
    target: targetOfSample(contract, stub.baseUrl),
    waivers: [],
    isLocalStub: true,
    [Symbol.asyncDispose]: (): Promise<void> => stub.close(),
  };
}

export async function openLocalStub(contract: Contract, nodes: readonly NodeTarget[]) {
  if (contract.own) return openOwnStub(contract);
  const ruleSet = await loadRuleSet(contract);
  const catalog = await loadCatalog(undefined, contract);
  const stub = await createStub({ contract, parts: partsOf(catalog) }).listen();
  const target = resolveTarget(targetOfCatalog(catalog, stub.baseUrl, {}, contract), stub.baseUrl, nodes);
  return {
    contract,
    ruleSet,
    target,
    waivers: [],
    isLocalStub: true,
    [Symbol.asyncDispose]: (): Promise<void> => stub.close(),
  };
}
