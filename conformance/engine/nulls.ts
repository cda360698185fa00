import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Json, Path } from '../../src/wire/json.ts';
import { instances } from './reading.ts';

/** Where a reply shows `null` in an optional member whose type does not allow it. */
export function nullsIn(contract: Contract, operation: OperationId, json: Json): Path[] {
  return contract.constraints
    .filter(
      (one) =>
        one.operation === operation && one.side === 'response' && one.keyword === 'type' && one.optional,
    )
    .filter(({ value }) => value !== 'null' && !(Array.isArray(value) && value.includes('null')))
    .flatMap(({ paths }) => paths)
    .flatMap((path) => instances(json, path))
    .filter(({ value }) => value === null)
    .map(({ path }) => path);
}
