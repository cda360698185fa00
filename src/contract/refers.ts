import { UserError } from '../errors.ts';
import { at } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { everyOperation, type Operation, type OperationId, type WithOperations } from './operations.ts';
import { requestFields } from './record.ts';

/** A field of a request that has the id of a record, and the operation that creates such records: `x-refers`. */
type Reference = { readonly field: string; readonly creation: OperationId };

/** The fields of the requests of an operation that refer to other records. */
export function referencesOf(operation: Operation): readonly Reference[] {
  return Object.entries(requestFields(operation)).flatMap(([field, schema]) => {
    const named = at(schema, 'x-refers');
    return named === undefined ? [] : [{ field, creation: String(named) }];
  });
}

/** Checks that each reference names an operation that creates, and that no record needs itself. */
export function checkRefers(contract: WithOperations, where: Where): void {
  const needs = (id: OperationId, above: readonly OperationId[], place: string): void => {
    const operation = contract.operations[id];
    for (const { field, creation } of operation ? referencesOf(operation) : []) {
      if (contract.operations[creation]?.kind !== 'create')
        throw new UserError(
          `${place}: x-refers of ${field} is "${creation}", which is no operation that creates; name one.`,
        );
      if (creation === id || above.includes(creation))
        throw new UserError(
          `${place}: x-refers of ${field} leads back to ${creation}, so that none could be created first; remove one of them.`,
        );
      needs(creation, [...above, id], place);
    }
  };
  for (const { id, path, method } of everyOperation(contract))
    needs(id, [], where(['paths', path, method.toLowerCase()]));
}
