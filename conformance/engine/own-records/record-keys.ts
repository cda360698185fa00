// By what a run knows a record again: the paths at which operations find it.

import type { Contract } from '../../../src/contract/contract.ts';
import {
  everyOperation,
  filledPath,
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
  type WithOperations,
} from '../../../src/contract/operations.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import { creatorOf } from '../../../src/contract/related-operations.ts';
import type { Exchange, HttpRequest } from '../../../src/http/exchange.ts';
import type { Json } from '../../../src/json/json.ts';
import { onceFor } from '../../../src/once.ts';
import { percentEncoded } from '../../../src/percent.ts';
import { collectionFor, createdIn } from '../../core/created.ts';
import { pathValuesOf } from '../../core/operation-of.ts';
import type { CollectionName } from '../../core/target.ts';

/** The path of a record at each operation that reads, changes or deletes it. */
type RecordPaths = ReadonlyMap<OperationId, string>;

/** Where an operation finds a record: the values of its path parameters. */
type RecordPlace = { readonly operation: Operation; readonly values: readonly string[] };

const ofRecords = onceFor((operations: WithOperations['operations']) =>
  everyOperation({ operations }).filter((one) => one.kind === 'read' || isChanging(one)),
);

/** Whether a contract has operations that change or delete records. */
export const hasChanges = ({ operations }: WithOperations): boolean => ofRecords(operations).some(isChanging);

/** The paths at which operations find what another one creates. */
export const pathsBy = (
  contract: WithOperations,
  creation: Operation,
  pathFor: (operation: Operation) => string | undefined,
): RecordPaths =>
  new Map(
    ofRecords(contract.operations)
      .filter((one) => creatorOf(contract, one.id)?.id === creation.id)
      .flatMap((one) => {
        const path = pathFor(one);
        return path === undefined ? [] : [[one.id, path] as const];
      }),
  );

export const valuesAt = (contract: Contract, { method }: Operation, target: string): readonly string[] =>
  pathValuesOf(contract, { method, target });

export const placesOf = (contract: Contract, paths: RecordPaths): readonly RecordPlace[] =>
  [...paths].map(([id, path]) => {
    const operation = operationIn(contract, id);
    return { operation, values: valuesAt(contract, operation, path) };
  });

/** Identifies a record by its path, whatever the spelling and the prefix. */
const keyOfValues = ({ path }: Operation, values: readonly string[], keyOf: (id: string) => string): string =>
  filledPath(path, values.map(keyOf).map(percentEncoded));

export const keysOf = (places: readonly RecordPlace[], keyOf = keyOfId): string[] =>
  places.map(({ operation, values }) => keyOfValues(operation, values, keyOf));

export const keyAt = (contract: Contract, operation: Operation, target: string, keyOf = keyOfId): string =>
  keyOfValues(operation, valuesAt(contract, operation, target), keyOf);

/** What a creation returned, and where each operation finds it. */
export function foundAfter(contract: Contract, exchange: Exchange) {
  const created = createdIn(contract, exchange);
  return created && { ...created, paths: pathsBy(contract, created.creation, created.pathFor) };
}

/** The collection of what a request creates; undefined if it lists something else. */
export function collectionOfCreated(
  contract: Contract,
  creation: Operation,
  request: HttpRequest,
  shown: Json | undefined,
): CollectionName | undefined {
  const collection = collectionFor(contract, creation, request, shown);
  const isOfCreated = collection && creatorOf(contract, collection.operation)?.id === creation.id;
  return isOfCreated ? collection : undefined;
}
