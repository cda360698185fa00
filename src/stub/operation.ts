import { type Contract, constraintsOf, type FieldPath } from '../contract/contract.ts';
import type { Operation, OperationId } from '../contract/operations.ts';
import { unmapped, type Violation } from '../contract/validate.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import { type JsonObject, pointerTo } from '../json/json.ts';
import type { Choices } from './choices.ts';
import type { Problem, Reason, Rejection, Success } from './responses.ts';
import type { createIdsAndClock, createMemory } from './state.ts';

/** Where the document has an operation, or something inside of it. */
export const operationPointer = ({ path, method }: Operation, ...inside: readonly string[]): string =>
  pointerTo(['paths', path, method.toLowerCase(), ...inside]);

export function parameterPointer(operation: Operation, name: string): string {
  const index = operation.parameters.findIndex((parameter) => parameter.name === name);
  return operationPointer(operation, 'parameters', ...(index < 0 ? [] : [String(index)]));
}

/** Why a value is rejected; `at` is its path in the request. */
export function violationReason(
  contract: Contract,
  { id }: Operation,
  { clause, keyword }: Violation,
  at: FieldPath,
): Reason {
  const violated = constraintsOf(contract, id).find(
    (constraint) =>
      constraint.side !== 'response' &&
      constraint.keyword === keyword &&
      (clause === unmapped || constraint.clause.id === clause) &&
      constraint.paths.some((path) => fitsPath(path, at)),
  );
  if (violated)
    return { clause: violated.clause.id, pointer: `${violated.pointer}/${violated.written ?? keyword}` };
  return clause === unmapped ? {} : { clause };
}

const fitsPath = (path: FieldPath, at: FieldPath): boolean =>
  path.length === at.length &&
  path.every((step, index) => step === at[index] || step === '[]' || step === '{}');

export type Setup = {
  readonly contract: Contract;
  readonly parts: ContractParts;
  readonly choices: Choices;
  readonly source: ReturnType<typeof createIdsAndClock>;
  readonly memory: ReturnType<typeof createMemory>;
};

export type Incoming = {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly base: () => string;
  readonly path: string;
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
};

export type Handler = (incoming: Incoming) => Success | Rejection;

export type ServedStub = Pick<Setup, 'contract' | 'parts' | 'choices'>;

export type StubOperation = {
  readonly createHandler: (setup: Setup, operation: Operation) => Handler;
  /** Query parameters that it reads beside those of the contract. */
  readonly furtherParameters?: (choices: Choices) => readonly string[];
  /** A request that this stub accepts, if its data have what it needs; by default that of its kind. */
  readonly example?: (
    stub: ServedStub,
    operation: Operation,
  ) => Pick<HttpRequest, 'target' | 'body'> | undefined;
  /** A violation of the contract by this operation, to show how it is planted. */
  readonly exampleMutant?: string;
};

/** What is listed for some values of the parameters of a listing, as a person is shown it. */
export type ShownCollection = {
  /** The operation that lists it. */
  readonly list: OperationId;
  readonly values: readonly string[];
  readonly name: string;
  readonly about: string;
  /** Below the base URL. */
  readonly path: string;
};

/** What a contract adds to the stub: its own data, and the operations of which it says more than their kind does. */
export type ContractParts = {
  /** What is served, in a few words. */
  readonly name: string;
  readonly operations: Readonly<Record<OperationId, StubOperation>>;
  readonly collections: (contract: Contract) => readonly ShownCollection[];
  /** The values that requests may have to contain, such as ids. */
  readonly known: JsonObject;
};
