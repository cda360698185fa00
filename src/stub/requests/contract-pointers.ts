import type { Contract, MemberPath, OperationId } from '../../contract/contract.ts';
import type { Violation } from '../../contract/validate.ts';
import { pointerTo } from '../../json/pointer.ts';
import type { Reason } from '../replies/reason.ts';

/** JSON pointers to places in openapi.yaml. */
export type ContractPointers = {
  /** An operation, or a field inside it. */
  readonly operation: (id: OperationId, ...inside: readonly string[]) => string;
  readonly parameter: (id: OperationId, name: string) => string;
  /** The constraint that a value violates; `at` is the path of the value in the request. */
  readonly violation: (id: OperationId, violation: Violation, at: MemberPath) => Reason;
};

/** The place of an operation in the OpenAPI document. */
export function placeOf({ operations }: Pick<Contract, 'operations'>, id: OperationId): string[] {
  const { path, method } = operations[id];
  return ['paths', path, method.toLowerCase()];
}

/** Creates the pointers into one contract. */
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
