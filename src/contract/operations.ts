import type { JsonObject, Path } from '../json/json.ts';
import { onceFor } from '../once.ts';
import type { Demand } from './demands.ts';
import type { ListStructure, Parameter } from './list.ts';
import type { Nouns } from './nouns.ts';
import type { SecurityScheme } from './security.ts';

/** `other`: nothing is known of what it does; its requests and responses are not judged. */
export const operationKinds = [
  'create', 'list', 'read', 'replace', 'update', 'delete', 'get', 'other',
] as const; // biome-ignore format: one glance

export type OperationKind = (typeof operationKinds)[number];

/** The kinds that change or remove one record, which the last parameter of their path names. */
const changing: readonly OperationKind[] = ['replace', 'update', 'delete'];

export const isChanging = ({ kind }: Pick<Operation, 'kind'>): boolean => changing.includes(kind);

/** The kinds whose requests contain the fields of a record. */
export const isWriting = ({ kind }: Pick<Operation, 'kind'>): boolean =>
  kind === 'create' || kind === 'replace' || kind === 'update';

/** The `x-operation`, else the `operationId`; ids of clauses and rules begin with it. */
export type OperationId = string;

/** What the contract says of one operation. */
export type Operation = {
  readonly id: OperationId;
  readonly kind: OperationKind;
  /** What it creates, lists or reads: operations with the same are about the same records. */
  readonly resource: string;
  /** Where the document has it; what is at its path may be a reference to another place. */
  readonly place: Path;
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly hasBody: boolean;
  /** The ways in which requests are let in, each with all schemes that it needs; none if that is not specified. */
  readonly security: readonly (readonly SecurityScheme[])[];
  readonly success: string;
  readonly parameters: readonly Parameter[];
  readonly request?: JsonObject;
  /** The schemas of the fields of the record that the schema of a request has, but that only the server sets. */
  readonly readOnly?: JsonObject;
  /** The media type of a request, if it is not `application/json`. */
  readonly requestType?: string;
  /** Empty if the contract gives the response no body. */
  readonly response: JsonObject;
  /** Which operations find what it created: its OpenAPI Links. Values of parameters are runtime expressions or literals. */
  readonly links: readonly { readonly operation: OperationId; readonly parameters: JsonObject }[];
  readonly list?: ListStructure;
  /** Whether how it lists is only proposed, from names: then nothing about that is a `must`. */
  readonly isProposed?: true;
  /** Where a response has the record, or a listing its records. */
  readonly record: Path;
  /** Where a record has its id. */
  readonly idPlace: Path;
  /** Where a record that this operation deleted shows that, if it may still be returned: `x-softDelete`. */
  readonly softDelete?: Path;
  /** The headers that the contract gives the response, in small letters. */
  readonly responseHeaders: readonly string[];
  /** Whether a request with the current ETag in If-None-Match is told that nothing changed. */
  readonly mayBeUnchanged?: true;
  /** Whether a response that accepts a request may have no body, whatever others have: `204`. */
  readonly mayBeEmpty?: true;
  /** Where a request has the fields of the record. */
  readonly sentIn: Path;
  /** The fields of a request that have the id of another record, with the operation that creates such records. */
  readonly references: readonly { readonly field: string; readonly creation: OperationId }[];
  /** What its records are called in sentences. */
  readonly nouns: Nouns;
  /** What a check has to show of it beside what its kind demands: `x-conforms`. */
  readonly demands?: readonly Demand[];
};

/** The parameters whose values name a collection: those of the path, and those that a query must have. */
export const collectionParameters = ({ pathParameters, list }: Operation): readonly string[] => [
  ...pathParameters,
  ...(list?.required ?? []),
];

/** The part of a contract that names its operations. */
export type WithOperations = { readonly operations: Readonly<Record<OperationId, Operation>> };

const allOf = onceFor((operations: WithOperations['operations']): readonly Operation[] =>
  Object.values(operations),
);

export const everyOperation = ({ operations }: WithOperations): readonly Operation[] => allOf(operations);

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

const byKind = onceFor((operations: WithOperations['operations']) =>
  Map.groupBy(allOf(operations), ({ kind }) => kind),
);

export const ofKind = ({ operations }: WithOperations, kind: OperationKind): readonly Operation[] =>
  byKind(operations).get(kind) ?? [];

/** Operations by keys that each of them has; of several with one key, the first. */
export const firstBy = <Key>(
  all: readonly Operation[],
  keysOf: (one: Operation) => readonly Key[],
): ReadonlyMap<Key, Operation> =>
  new Map(all.toReversed().flatMap((one) => keysOf(one).map((key) => [key, one] as const)));

export const filledPath = (path: string, values: readonly string[]): string => {
  const left = [...values];
  return path.replace(/\{[^}]+\}/g, (parameter) => left.shift() ?? parameter);
};
