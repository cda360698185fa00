import type { Contract, MemberPath, OperationId } from '../contract/contract.ts';
import type { Violation } from '../contract/validate.ts';
import type { Call, Header } from '../http/exchange.ts';
import { pointerTo } from '../json/json.ts';
import type { Catalog } from './catalog.ts';
import type { Choices } from './choices.ts';
import type { Problem, Reason, Rejection, Success } from './responses.ts';
import type { IdsAndClock, Memory } from './state.ts';

/** JSON pointers to places in openapi.yaml. */
export type ContractPointers = {
  /** An operation, or a field inside it. */
  readonly operation: (id: OperationId, ...inside: readonly string[]) => string;
  readonly parameter: (id: OperationId, name: string) => string;
  /** The constraint that a value violates; `at` is the path of the value in the request. */
  readonly violation: (id: OperationId, violation: Violation, at: MemberPath) => Reason;
};

export function placeOf({ operations }: Pick<Contract, 'operations'>, id: OperationId): string[] {
  const { path, method } = operations[id];
  return ['paths', path, method.toLowerCase()];
}

export function createContractPointers({ operations, constraints }: Contract): ContractPointers {
  const operation: ContractPointers['operation'] = (id, ...inside) =>
    pointerTo([...placeOf({ operations }, id), ...inside]);
  return {
    operation,
    parameter: (id, name) => {
      const index = operations[id].parameters.findIndex((parameter) => parameter.name === name);
      return index < 0 ? operation(id, 'parameters') : operation(id, 'parameters', String(index));
    },
    violation: (id, { clause, keyword }, at) => {
      const violated = constraints.find(
        (constraint) =>
          constraint.operation === id &&
          constraint.side !== 'response' &&
          constraint.keyword === keyword &&
          constraint.clause.id === clause &&
          constraint.paths.some((path) => matches(path, at)),
      );
      return violated
        ? { clause, pointer: `${violated.pointer}/${violated.written ?? keyword}` }
        : { clause };
    },
  };
}

const matches = (path: MemberPath, at: MemberPath): boolean =>
  path.length === at.length &&
  path.every((step, index) => step === at[index] || step === '[]' || step === '{}');

/** What every operation is created from. */
export type Setup = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Choices;
  readonly source: IdsAndClock;
  readonly memory: Memory;
  readonly pointers: ContractPointers;
};

/** A request, after its operation was found. */
export type Incoming = {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** The base URL of the service, path prefix included. */
  readonly base: () => string;
  /** The raw path below the base. */
  readonly path: string;
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  /** The problems found in the query so far. */
  readonly problems: readonly Problem[];
};

export type Handler = (incoming: Incoming) => Success | Rejection;

/** What a stub serves, and how. */
export type ServedStub = Pick<Setup, 'contract' | 'catalog' | 'choices'>;

/** What the stub has of one operation; it knows none by name. */
export type StubOperation = {
  readonly createHandler: (setup: Setup) => Handler;
  /** The names of query parameters that it reads and the contract does not know. */
  readonly furtherParameters?: (choices: Choices) => readonly string[];
  /** The target and the body of a request that this stub answers successfully, if its catalog has data. */
  readonly example: (stub: ServedStub) => Pick<Call, 'target' | 'body'> | undefined;
  /** The name of a mutant of one of its rules, as an example. */
  readonly exampleMutant?: string;
};
