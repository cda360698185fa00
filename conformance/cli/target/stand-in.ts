import type { Contract } from '../../../src/contract/contract.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { createCheck, type Terms } from '../../check.ts';
import { operationOf } from '../../core/operation-of.ts';
import {
  type Collection,
  inOwnOrder,
  isSameCollection,
  type KnownGood,
  knownGoodOf,
  type Target,
} from '../../core/target.ts';
import { isWrite } from '../../engine/sending/write-limit.ts';
import { loadRuleSet } from '../../kinds.ts';
import { loadSampleData } from '../../stub-target/sample-data.ts';
import { targetFileOf } from '../../stub-target/target-of-stub.ts';
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

/** Replaces a target by a stub with the same collections, filled with sample data. The result is deterministic. */
export async function standInFor(contract: Contract, target: Target): Promise<StandIn> {
  const { parts } = await loadSampleData(contract);
  const served = parts.inCollections(contract, inOwnOrder(target.collections));
  const known = resolveTarget(served.contract, targetFileOf(served, inProcess), inProcess);
  const collections = target.collections.map((one) => ({ ...one, ...knownOf(one, known.collections) }));
  const { transport } = createStub({ ...served, seed: 'stand-in' });
  const own = {
    baseUrl: inProcess,
    known: Object.fromEntries(
      Object.keys({ ...known.known, ...target.known }).map((operation) => [
        operation,
        [withIdsOf(knownGoodOf(known, operation)[0], knownGoodOf(target, operation)[0])],
      ]),
    ),
    collections,
  };
  return { contract: served.contract, target: { ...target, ...own }, transport };
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

/** What the target declares, with the ids of the stub. */
const withIdsOf = (ours: KnownGood, theirs: KnownGood): KnownGood => {
  const isId = ([name]: readonly [string, unknown]): boolean => name.endsWith('_id');
  return Object.fromEntries([
    ...Object.entries(ours).filter(isId),
    ...Object.entries(theirs).filter((one) => !isId(one)),
  ]);
};

export async function openLocalStub(contract: Contract, collections: readonly Collection[]) {
  const served = await loadSampleData(contract);
  const ruleSet = await loadRuleSet(contract);
  const stub = await createStub(served).listen();
  return {
    contract,
    ruleSet,
    target: resolveTarget(contract, targetFileOf(served, stub.baseUrl), stub.baseUrl, collections),
    waivers: [],
    isLocalStub: true,
    [Symbol.asyncDispose]: (): Promise<void> => stub.close(),
  };
}
