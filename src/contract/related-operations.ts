// Which operations are about the same records: which creates, lists, reads or deletes what another does.

import { isDeepStrictEqual } from 'node:util';
import { pointerTo } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { pathAbove, pathBefore, resourceIn } from '../path-template.ts';
import {
  everyOperation,
  firstBy,
  isChanging,
  isOfKind,
  type Operation,
  type OperationId,
  ofKind,
  operationIn,
  type WithOperations,
} from './operations.ts';
import { recordSchemaOf } from './record.ts';

/** The creator of each operation. A contract may have a thousand operations, so each is looked up once. */
const creators = onceFor((operations: WithOperations['operations']) => {
  const creations = ofKind({ operations }, 'create');
  const byLink = firstBy(creations, ({ links }) => links.map(({ operation }) => operation));
  const byPath = firstBy(creations, ({ path }) => [path]);
  const byResource = firstBy(creations, ({ resource }) => [resource]);
  return new Map(
    everyOperation({ operations }).map(({ id, path, resource }) => [
      id,
      byPath.get(path) ?? byLink.get(id) ?? byPath.get(pathAbove(path)) ?? byResource.get(resource),
    ]),
  );
});

/**
 * The operation that creates what another one lists, reads, changes or deletes: that of the same path, else one with a Link to
 * it, since a Link may also lead from a record to those below it; else that of the path above, else one of the same resource.
 */
export const creatorOf = ({ operations }: WithOperations, id: OperationId): Operation | undefined =>
  creators(operations).get(id);

/** The operation that creates what an operation creates, changes or deletes. */
export function creationChangedBy(contract: WithOperations, id: OperationId): OperationId | undefined {
  const { kind = 'other' } = contract.operations[id] ?? {};
  if (kind === 'create') return id;
  return isChanging({ kind }) ? creatorOf(contract, id)?.id : undefined;
}

const isLinked = ({ links }: Operation, id: OperationId): boolean =>
  links.some(({ operation }) => operation === id);

/** Whether the contract says that an operation is about what another creates: by a Link, or by their paths (READINGS O9, V1). */
export const isStatedOf = (operation: Operation, creation: Operation): boolean =>
  isLinked(creation, operation.id) || [operation.path, pathAbove(operation.path)].includes(creation.path);

/** Whether the responses of an operation depend on earlier requests of another. */
export const isStateful = (contract: WithOperations, id: OperationId): boolean =>
  !isOfKind(contract, id, 'create') && creatorOf(contract, id) !== undefined;

const listingsByPath = onceFor((operations: WithOperations['operations']) =>
  firstBy(
    ofKind({ operations }, 'list').filter(({ list }) => list?.required.length === 0),
    ({ path }) => [path],
  ),
);

/** Whether the parameters of a Link have the id of the created record, by one name or any. */
function hasOwnId(
  { record, idPlace }: Operation,
  { parameters }: Operation['links'][number],
  name?: string,
): boolean {
  const stated = name === undefined ? Object.values(parameters) : [parameters[name]];
  return stated.includes(`$response.body#${pointerTo([...record, ...idPlace])}`);
}

/** The listing that a Link of a creation names: of records like the created one, and not of those below it. */
export const linkedListing = ({ operations }: WithOperations, creation: Operation): Operation | undefined =>
  creation.links
    .filter((link) => !hasOwnId(creation, link))
    .map(({ operation }) => operations[operation])
    .find((one) => one?.kind === 'list' && isOfSameRecords(one, creation));

const isOfSameRecords = (one: Operation, other: Operation): boolean =>
  one.resource === other.resource || isDeepStrictEqual(recordSchemaOf(one), recordSchemaOf(other));

/** The listing that shows what an operation creates: one that a Link names, else that of the same path. */
export const listingOf = (contract: WithOperations, creation: Operation): Operation | undefined =>
  linkedListing(contract, creation) ?? listingsByPath(contract.operations).get(creation.path);

/** The listing of the records that an operation reads, if their paths say so. */
export const listingAbove = ({ operations }: WithOperations, { path }: Operation): Operation | undefined =>
  listingsByPath(operations).get(pathAbove(path));

/**
 * The operation that creates the record below which another one creates: as their paths say, or a Link to it with its id; else
 * one of the same resource, such as that at `/yards/{yard}/hives` for what is below `/hives/{hive}`.
 */
export function creatorAbove(
  contract: WithOperations,
  { id, path, pathParameters }: Operation,
  name = pathParameters.at(-1) ?? '',
): Operation | undefined {
  const creations = ofKind(contract, 'create');
  const above = pathBefore(path, name);
  const resource = resourceIn(above);
  return (
    creations.find((one) => one.path === above) ??
    creations.find((one) => one.links.some((link) => link.operation === id && hasOwnId(one, link, name))) ??
    creations.find((one) => one.id !== id && one.resource === resource)
  );
}

/** The operation that creates the record below which a reading finds one, if their paths say so. */
export function creatorAboveRead(contract: WithOperations, { id, path }: Operation): Operation | undefined {
  const creation = creatorOf(contract, id);
  return creation?.path === pathAbove(path) ? creatorAbove(contract, creation) : undefined;
}

const readersOf = onceFor((operations: WithOperations['operations']) =>
  Map.groupBy(ofKind({ operations }, 'read'), ({ id }) => creatorOf({ operations }, id)),
);

/** The operation that reads what an operation creates, changes or deletes; one of the same path before others. */
export function readerOf(contract: WithOperations, id: OperationId): Operation | undefined {
  const operation = contract.operations[id];
  const creation = operation?.kind === 'create' ? operation : creatorOf(contract, id);
  if (!creation) return undefined;
  const readers = readersOf(contract.operations).get(creation) ?? [];
  return (
    readers.find(({ path }) => path === operation?.path) ??
    readers.find((one) => isStatedOf(one, creation)) ??
    readers[0]
  );
}

/** The operation that deletes what another creates. */
export const deleterOf = ({ operations }: WithOperations, creation: Operation): Operation | undefined =>
  deletersOf(operations).get(creation);

const deletersOf = onceFor((operations: WithOperations['operations']) =>
  firstBy(ofKind({ operations }, 'delete'), ({ id }) => [creatorOf({ operations }, id)]),
);

/** Whether an operation creates or changes something, or reads what must be created before. */
export function needsWrites(contract: WithOperations, id: OperationId): boolean {
  const operation = operationIn(contract, id);
  const { kind } = operation;
  return kind === 'create' || isChanging(operation) || (kind === 'read' && isStateful(contract, id));
}
