import { permittedOption } from '../contract/choices.ts';
import type { Operation } from '../contract/operations.ts';
import type { JsonObject } from '../json/json.ts';
import type { Incoming, Setup } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { choiceReason, type Rejection, reject } from './responses.ts';
import { rejectionStatus } from './statuses.ts';
import { storeOf } from './store.ts';
import { checkIfMatch } from './tags.ts';

/** The record that a request is about, and the values of its path. */
type FoundRecord = { readonly record: JsonObject; readonly values: readonly string[] };

/** Finds the record that the path of a request names, for operations that read, change or delete it. */
export function createLookup(
  setup: Setup,
  operation: Operation,
): (incoming: Incoming) => FoundRecord | Rejection {
  const { contract, choices } = setup;
  const store = storeOf(setup);
  const check = createParameterCheck(setup, operation);
  const rejecting = rejectionStatus(
    contract,
    operation,
    operation.hasBody ? choices['rejection-status'] : 400,
  );
  const isSaid = permittedOption(contract, operation, 'second-deletion', choices['second-deletion']) === 410;
  return (incoming) => {
    const found = [...incoming.problems, ...check(incoming)];
    if (found.length > 0) return reject(rejecting, found);
    const values = [...incoming.pathParameters.values()];
    const record = store.read(operation, values);
    if (record) return checkIfMatch(operation, incoming.headers, record) ?? { record, values };
    return isSaid && store.wasRemoved(operation, values)
      ? reject(410, [{ detail: 'what had this id was deleted', reason: choiceReason('second-deletion') }])
      : reject(404, [{ detail: 'nothing has this id' }]);
  };
}
