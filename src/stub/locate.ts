import type { Contract, MemberPath, OperationId } from '../contract/contract.ts';
import { pointerTo } from '../contract/pointer.ts';
import type { Violation } from '../contract/validate.ts';
import type { Why } from './why.ts';

/** Finds places in openapi.yaml, as JSON pointers. */
export type Locate = {
  /** The operation, or something in it. */
  readonly operation: (id: OperationId, ...inside: readonly string[]) => string;
  readonly parameter: (id: OperationId, name: string) => string;
  /** The constraint that a value breaks; `at` is where the value stands in its request. */
  readonly violation: (id: OperationId, violation: Violation, at: MemberPath) => Why;
};

/** Builds the finder for one contract. */
export function createLocate({ operations, constraints }: Contract): Locate {
  const operation: Locate['operation'] = (id, ...inside) => {
    const { path, method } = operations[id];
    return pointerTo(['paths', path, method.toLowerCase(), ...inside]);
  };
  return {
    operation,
    parameter: (id, name) => {
      const index = operations[id].parameters.findIndex((parameter) => parameter.name === name);
      return index < 0 ? operation(id, 'parameters') : operation(id, 'parameters', String(index));
    },
    violation: (id, { clause, keyword }, at) => {
      const broken = constraints.find(
        (constraint) =>
          constraint.operation === id &&
          constraint.side !== 'response' &&
          constraint.keyword === keyword &&
          constraint.clause.id === clause &&
          constraint.paths.some((path) => fits(path, at)),
      );
      return broken ? { clause, pointer: `${broken.pointer}/${keyword}` } : { clause };
    },
  };
}

const fits = (path: MemberPath, at: MemberPath): boolean =>
  path.length === at.length &&
  path.every((step, index) => step === at[index] || step === '[]' || step === '{}');
