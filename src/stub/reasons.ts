import { type Contract, constraintsOf, type FieldPath } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { unmapped, type Violation } from '../contract/validate.ts';
import { pointerTo } from '../json/json.ts';
import type { Reason } from './responses.ts';

/** Where the document has an operation, or something inside of it. */
export const operationPointer = ({ place }: Operation, ...inside: readonly string[]): string =>
  pointerTo([...place, ...inside]);

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
