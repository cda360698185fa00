// Deletes what a run created.

import { setTimeout as pause } from 'node:timers/promises';
import { needsIfMatch } from '../../../src/contract/conditions.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { type OperationId, ofKind, operationIn } from '../../../src/contract/operations.ts';
import { creatorAbove, deleterOf } from '../../../src/contract/related-operations.ts';
import { type HttpRequest, isLost } from '../../../src/http/exchange.ts';
import type { ContractAndTarget } from '../../core/context.ts';
import type { LeftRecord, Undeletable } from '../../core/evidence.ts';
import type { Deliver } from '../../core/exchange.ts';
import { requestAt } from '../../core/requests.ts';
import { waitsToSettle } from '../../core/settling.ts';
import { wasAccepted } from '../../core/status.ts';
import { type CollectionName, isSameCollection, keyOfCollection } from '../../core/target.ts';
import type { guardingOf } from './guard-records.ts';
import type { NotedCreation, OwnRecords } from './own-records.ts';
import { isGone, type ReadingSetting } from './read-own-record.ts';
import type { OwnRecord } from './whose-record.ts';

/** The least and the most time for it, and the most for a target that limits the rate, in milliseconds. */
const [leastTime, mostTime, mostTimeOfLimited] = [3_000, 30_000, 600_000];

/** The time for cleaning up: what remains of the budget; after an interrupt, the least. */
export const timeToCleanUp = (remaining: number, isHalted: boolean, isLimited: boolean): number =>
  isHalted ? leastTime : Math.min(isLimited ? mostTimeOfLimited : mostTime, Math.max(leastTime, remaining));

const together = 8;

/** The request that deletes a record; undefined if the contract has none. */
function deletionOf({ contract, target }: ContractAndTarget, record: OwnRecord): HttpRequest | undefined {
  const deleter = deleterOf(contract, operationIn(contract, record.creation));
  const path = deleter && record.paths.get(deleter.id);
  return deleter && path !== undefined ? requestAt({ contract, target }, deleter.id, path) : undefined;
}

const underAnyTag = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: [...request.headers, ['if-match', '*']],
});

/** How many records must be there, one before another, to create one: those above it, and those to which it refers. */
function depthOf(contract: Contract, creation: OperationId): number {
  const own = operationIn(contract, creation);
  const above = own.pathParameters.flatMap((name) => creatorAbove(contract, own, name)?.id ?? []);
  const needed = [...above, ...own.references.map((one) => one.creation)];
  return Math.max(own.pathParameters.length, ...needed.map((one) => depthOf(contract, one) + 1));
}

/** Deletes what a run created, what needs other records before them, until all is gone or the time is over. */
export async function cleanUp(
  setting: ReadingSetting,
  ownRecords: OwnRecords,
  guard: ReturnType<typeof guardingOf>,
  deliver: Deliver,
  milliseconds: number,
): Promise<void> {
  const { contract } = setting;
  if (ofKind(contract, 'delete').length === 0) return;
  const end = Promise.withResolvers<void>();
  const timer = setTimeout(end.resolve, milliseconds);
  let isOver = false;
  end.promise.then(() => {
    isOver = true;
  });
  const send = guard(deliver, () => 0);
  const sendEach = async (
    records: readonly OwnRecord[],
    sendFor: (record: OwnRecord) => Promise<void>,
  ): Promise<void> => {
    for (let first = 0; first < records.length && !isOver; first += together)
      await Promise.all(records.slice(first, first + together).map(sendFor));
  };
  const deleteOne = async (record: OwnRecord): Promise<void> => {
    const request = deletionOf(setting, record);
    if (!request) return;
    const first = await send(request);
    // The server requires If-Match, though the contract may not.
    const isTagAsked = !isLost(first.response) && first.response.status === 428;
    const { response } = isTagAsked ? await send(underAnyTag(request)) : first;
    if (!isLost(response) && !wasAccepted({ response })) record.deletionStatus = response.status;
  };
  const deleteAll = async (): Promise<void> => {
    await ownRecords.settled();
    const created = ownRecords.records();
    const remaining = (): OwnRecord[] => created.filter(({ isDeleted }) => !isDeleted).toReversed();
    // A record to which others refer as the contract does not state may be deleted only after them.
    for (let left = remaining(), before = Infinity; left.length < before && !isOver; left = remaining()) {
      before = left.length;
      const byDepth = [...Map.groupBy(left, ({ creation }) => depthOf(contract, creation))].toSorted(
        ([one], [other]) => other - one,
      );
      for (const [, records] of byDepth) await sendEach(records, deleteOne);
    }
    // What is below a record may be deleted with it.
    await sendEach(remaining(), async (record) => {
      if (await isGone(setting, ownRecords.creations(), record, deliver)) record.isDeleted = true;
    });
  };
  /** Reads the collections of all that was created, until what was deleted does not show any more. */
  const lookForOthers = async (): Promise<void> => {
    for (const collection of collectionsOf(ownRecords))
      for (const wait of [0, ...waitsToSettle(setting.target)]) {
        if (isOver) return;
        await pause(wait);
        const { last, records } = await setting.readRecords(setting, collection, deliver);
        if (!last || !records) break;
        ownRecords.takeListed(collection, records, last.request);
        if (!isAnyStaying(ownRecords, collection)) break;
      }
  };
  const deleteWhatIsFound = async (): Promise<void> => {
    await deleteAll();
    const count = ownRecords.creations().length;
    await lookForOthers();
    if (ownRecords.creations().length > count) await deleteAll();
  };
  await Promise.race([deleteWhatIsFound(), end.promise]);
  clearTimeout(timer);
}

/** The collections in which this run created something, or may have. */
const collectionsOf = (ownRecords: OwnRecords): readonly CollectionName[] => [
  ...new Map(
    [...ownRecords.records(), ...ownRecords.unanswered()].flatMap(({ collection }) =>
      collection ? [[keyOfCollection(collection), collection] as const] : [],
    ),
  ).values(),
];

const isAnyStaying = (ownRecords: OwnRecords, collection: CollectionName): boolean =>
  ownRecords
    .records()
    .some((one) => one.isStaying && one.collection && isSameCollection(one.collection, collection));

/** Why nothing deletes what a request created. */
function whyLeft({ contract }: ContractAndTarget, { operation, id }: NotedCreation): Undeletable {
  if (ofKind(contract, 'delete').length === 0) return 'no deletions';
  const creation = contract.operations[operation];
  if (!creation || !deleterOf(contract, creation)) return 'no operation';
  return id === null ? 'no id' : 'uncertain';
}

/** What is left of what a run created: what can be deleted in the order of deletions, and then the rest by operation. */
export function leftRecords(setting: ContractAndTarget, ownRecords: OwnRecords): readonly LeftRecord[] {
  const { contract } = setting;
  const left = ownRecords.creations().filter(({ own }) => !own?.isDeleted || own.isStaying);
  const deletable = left
    .flatMap(({ own }) => (own?.isProven ? [own] : []))
    .toReversed()
    .toSorted((one, other) => depthOf(contract, other.creation) - depthOf(contract, one.creation))
    .flatMap((own): (LeftRecord & { readonly own: OwnRecord })[] => {
      const request = deletionOf(setting, own);
      const deleter = deleterOf(contract, operationIn(contract, own.creation));
      if (!request || !deleter) return [];
      const deletion = needsIfMatch(deleter) ? underAnyTag(request) : request;
      const { creation, id, deletionStatus } = own;
      return [
        {
          ...{ operation: creation, id, path: request.target, deletion, own },
          ...(deletionStatus === undefined ? {} : { deletionStatus }),
        },
      ];
    });
  const withCommand = new Set(deletable.map(({ own }) => own));
  const others = [
    ...left
      .filter(({ own }) => !own || !withCommand.has(own))
      .map((one) => ({ operation: one.operation, id: one.id, path: one.path, why: whyLeft(setting, one) })),
    ...ownRecords.unanswered().map(({ operation }) => {
      const { path } = operationIn(contract, operation);
      return { operation, id: null, path, why: 'no response' as const };
    }),
  ].toSorted((one, other) =>
    one.operation < other.operation ? -1 : Number(one.operation > other.operation),
  );
  return [...deletable.map(({ own: _, ...record }) => record), ...others];
}
