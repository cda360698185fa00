import type { JsonObject, Path } from '../json/json.ts';
import type { ListStructure, Parameter } from './list.ts';
import type { Nouns } from './nouns.ts';
import type { WayIn } from './security.ts';

/** `other`: nothing is known of what it does; its requests and responses are not judged. */
export type OperationKind = 'create' | 'list' | 'read' | 'get' | 'other';

/** The `x-operation`, else the `operationId`; ids of clauses and rules begin with it. */
export type OperationId = string;

/** What the contract says of one operation. */
export type Operation = {
  readonly id: OperationId;
  readonly kind: OperationKind;
  /** What it creates, lists or reads: operations with the same are about the same records. */
  readonly resource: string;
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly hasBody: boolean;
  /** The ways in which requests are let in; none if that is not specified. */
  readonly security: readonly WayIn[];
  readonly success: string;
  readonly parameters: readonly Parameter[];
  readonly request?: JsonObject;
  readonly response: JsonObject;
  readonly list?: ListStructure;
  /** Whether how it lists is only proposed, from names: then nothing about that is a `must`. */
  readonly isProposed?: true;
  /** Where a response has the record, or a listing its records. */
  readonly record: Path;
  /** Where a record has its id. */
  readonly idPlace: Path;
  /** Where a request has the fields of the record. */
  readonly sentIn: Path;
  /** What its records are called in sentences. */
  readonly nouns: Nouns;
};

/** The parameters whose values name a collection: those of the path, and those that a query must have. */
export const collectionParameters = ({ pathParameters, list }: Operation): readonly string[] => [
  ...pathParameters,
  ...(list?.required ?? []),
];

/** The part of a contract that names its operations. */
export type WithOperations = { readonly operations: Readonly<Record<OperationId, Operation>> };

export const everyOperation = ({ operations }: WithOperations): readonly Operation[] =>
  Object.values(operations);

export const idsOf = ({ operations }: WithOperations): readonly OperationId[] => Object.keys(operations);

export const isOperation = ({ operations }: WithOperations, name: string): boolean =>
  Object.hasOwn(operations, name);

/** The operation with an id. Throws if the contract has none. */
export function operationIn({ operations }: WithOperations, id: OperationId): Operation {
  const found = operations[id];
  if (!found) throw new Error(`the contract has no operation "${id}"`);
  return found;
}

export const isOfKind = (contract: WithOperations, id: OperationId, kind: OperationKind): boolean =>
  contract.operations[id]?.kind === kind;

export const ofKind = (contract: WithOperations, kind: OperationKind): readonly Operation[] =>
  everyOperation(contract).filter((one) => one.kind === kind);

/** The operation that creates what another one reads or lists. */
export const creatorOf = (contract: WithOperations, id: OperationId): Operation | undefined =>
  ofKind(contract, 'create').find(({ resource }) => resource === contract.operations[id]?.resource);

/** Whether the responses of an operation depend on earlier requests of another. */
export const isStateful = (contract: WithOperations, id: OperationId): boolean =>
  !isOfKind(contract, id, 'create') && creatorOf(contract, id) !== undefined;

export const filledPath = (path: string, values: readonly string[]): string => {
  const left = [...values];
  return path.replace(/\{[^}]+\}/g, (parameter) => left.shift() ?? parameter);
};
