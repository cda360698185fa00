import type { Contract, MemberPath, OperationId } from '../../src/contract/contract.ts';
import { instances } from '../../src/contract/instances.ts';
import type { Json, Path } from '../../src/json/json.ts';

/** Where a response shows `null` in an optional field whose type does not allow it. */
export const nullsIn = (contract: Contract, operation: OperationId, json: Json): Path[] =>
  optionalPaths(contract, operation)
    .flatMap((path) => instances(json, path))
    .filter(({ value }) => value === null)
    .map(({ path }) => path);

const known = new WeakMap<Contract, Map<OperationId, readonly MemberPath[]>>();

/** The places of optional fields, told once for each contract. */
function optionalPaths(contract: Contract, operation: OperationId): readonly MemberPath[] {
  const byOperation = known.get(contract) ?? new Map<OperationId, readonly MemberPath[]>();
  known.set(contract, byOperation);
  const made = byOperation.get(operation) ?? makePaths(contract, operation);
  byOperation.set(operation, made);
  return made;
}

const makePaths = ({ constraints }: Contract, operation: OperationId): MemberPath[] =>
  constraints
    .filter(
      (one) =>
        one.operation === operation && one.side === 'response' && one.keyword === 'type' && one.optional,
    )
    .filter(({ value }) => value !== 'null' && !(Array.isArray(value) && value.includes('null')))
    .flatMap(({ paths }) => paths);
