import type { Contract, FieldPath, OperationId } from '../contract/contract.ts';
import { operationIn } from '../contract/operations.ts';
import { unmapped, type Violation } from '../contract/validate.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import { pointerTo } from '../json/json.ts';
import type { Catalog } from './catalog.ts';
import type { Choices } from './choices.ts';
import type { Problem, Reason, Rejection, Success } from './responses.ts';
import type { createMemory, IdsAndClock } from './state.ts';

export type ContractPointers = {
  readonly operation: (id: OperationId, ...inside: readonly string[]) => string;
  readonly parameter: (id: OperationId, name: string) => string;
  /** `at` is the path of the value in the request. */
  readonly violation: (id: OperationId, violation: Violation, at: FieldPath) => Reason;
};

export function placeOf({ operations }: Pick<Contract, 'operations'>, id: OperationId): string[] {
  const { path, method } = operationIn({ operations }, id);
  return ['paths', path, method.toLowerCase()];
}

export function createContractPointers({ operations, constraints }: Contract): ContractPointers {
  const operation: ContractPointers['operation'] = (id, ...inside) =>
    pointerTo([...placeOf({ operations }, id), ...inside]);
  return {
    operation,
    parameter: (id, name) => {
      const index = operationIn({ operations }, id).parameters.findIndex(
        (parameter) => parameter.name === name,
      );
      return index < 0 ? operation(id, 'parameters') : operation(id, 'parameters', String(index));
    },
    violation: (id, { clause, keyword }, at) => {
      const violated = constraints.find(
        (constraint) =>
          constraint.operation === id &&
          constraint.side !== 'response' &&
          constraint.keyword === keyword &&
          (clause === unmapped || constraint.clause.id === clause) &&
          constraint.paths.some((path) => matches(path, at)),
      );
      if (violated)
        return {
          clause: violated.clause.id,
          pointer: `${violated.pointer}/${violated.written ?? keyword}`,
        };
      return clause === unmapped ? {} : { clause };
    },
  };
}

const matches = (path: FieldPath, at: FieldPath): boolean =>
  path.length === at.length &&
  path.every((step, index) => step === at[index] || step === '[]' || step === '{}');

export type Setup = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Choices;
  readonly source: IdsAndClock;
  readonly memory: ReturnType<typeof createMemory>;
  readonly pointers: ContractPointers;
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

export type ServedStub = Pick<Setup, 'contract' | 'catalog' | 'choices'>;

export type StubOperation = {
  readonly createHandler: (setup: Setup) => Handler;
  /** Query parameters that it reads beside those of the contract. */
  readonly furtherParameters?: (choices: Choices) => readonly string[];
  /** A request that this stub accepts, if its catalog has data. */
  readonly example: (stub: ServedStub) => Pick<HttpRequest, 'target' | 'body'> | undefined;
  readonly exampleMutant?: string;
};
