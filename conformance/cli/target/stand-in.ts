import type { Catalog, CatalogNode } from '../../../spec/stub/catalog.ts';
import { loadCatalog } from '../../../spec/stub/load-catalog.ts';
import { partsOf } from '../../../spec/stub/parts.ts';
import type { Contract, OperationId } from '../../../src/contract/contract.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { createCheck, type Terms } from '../../check.ts';
import { operationOf } from '../../core/operation-of.ts';
import {
  type Collection,
  isSameCollection,
  type KnownGood,
  knownGoodOf,
  type Target,
} from '../../core/target.ts';
import { isWrite } from '../../engine/write-limit.ts';
import { loadRuleSet } from '../../kinds.ts';
import { targetOfCatalog } from '../../stub-target/catalog-target.ts';
import { targetOfSample } from '../../stub-target/sample-target.ts';
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

const subscription = 'subscription';

/** Replaces a target by a stub with the same collections, filled with products of the shop. The result is deterministic. */
export async function standInFor(contract: Contract, target: Target): Promise<StandIn> {
  const shop = await loadCatalog(undefined, contract);
  const catalog = withCollections(shop, target.collections);
  const file = targetOfCatalog(catalog, inProcess, {}, contract);
  const known = resolveTarget(contract, file, inProcess);
  const collections = target.collections.map((one) => ({ ...one, ...knownOf(one, known.collections) }));
  const values = [known, target].map((one) => knownGoodOf(one, subscription)[0]);
  const [ours = {}, theirs = {}] = values;
  const { transport } = createStub({ contract, parts: partsOf(catalog), seed: 'stand-in' });
  const own = {
    baseUrl: inProcess,
    known: { ...target.known, [subscription]: [{ ...ours, ...withoutIds(theirs) }] },
    collections,
  };
  return { contract, target: { ...target, ...own }, transport };
}

function withCollections(shop: Catalog, collections: readonly Collection[]): Catalog {
  const shopNodes = shop.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const renamed = collections.flatMap(({ values }, index) => {
    const source = shopNodes[index % shopNodes.length];
    const [hierarchy = '', id = ''] = values.map(keyOfId);
    return source ? [{ hierarchy, node: { ...source, id } }] : [];
  });
  const hierarchies = [...Map.groupBy(renamed, ({ hierarchy }) => hierarchy)].map(([id, group]) => ({
    id,
    name: id,
    nodes: group.map(({ node }): CatalogNode => node),
  }));
  return { ...shop, hierarchies };
}

/** What a stand-in declares of a collection, as far as the target declares it. */
function knownOf(collection: Collection, all: readonly Collection[]): Partial<Collection> {
  const same = all.find((one) => isSameCollection(one, collection));
  return {
    ...(collection.holds && same?.holds ? { holds: same.holds } : {}),
    ...(collection.order && same?.order ? { order: same.order } : {}),
    ...(collection.hidden && same?.hidden ? { hidden: same.hidden } : {}),
  };
}

/** The ids of the target are left out, since the stub has its own. */
const withoutIds = (set: KnownGood): KnownGood =>
  Object.fromEntries(Object.entries(set).filter(([name]) => !name.endsWith('_id')));

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

export async function openLocalStub(contract: Contract, collections: readonly Collection[]) {
  if (contract.own) return openOwnStub(contract);
  const ruleSet = await loadRuleSet(contract);
  const catalog = await loadCatalog(undefined, contract);
  const stub = await createStub({ contract, parts: partsOf(catalog) }).listen();
  const file = targetOfCatalog(catalog, stub.baseUrl, {}, contract);
  const target = resolveTarget(contract, file, stub.baseUrl, collections);
  return {
    contract,
    ruleSet,
    target,
    waivers: [],
    isLocalStub: true,
    [Symbol.asyncDispose]: (): Promise<void> => stub.close(),
  };
}
