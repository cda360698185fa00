import type { Operation } from '../contract/operations.ts';
import { schemaAt } from '../contract/schema-at.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Handler, Setup } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { reject } from './responses.ts';
import { valueFor } from './samples.ts';
import { refusalStatus, successStatus } from './statuses.ts';
import { storeOf } from './store.ts';
import { createView } from './view.ts';

/** Serves an operation that deletes a record. */
export function createDeletion(setup: Setup, operation: Operation): Handler {
  const store = storeOf(setup);
  const check = createParameterCheck(setup, operation.id, (one) => one.in !== 'header');
  const show = createView(setup, operation);
  const status = successStatus(operation);
  const refused = refusalStatus(setup.contract, operation, 400);
  const { response, record: place, idPlace } = operation;
  const showsRecord = schemaAt(schemaAt(response, place), idPlace) !== undefined;
  const bodyOf = (record: JsonObject): Json => (showsRecord ? show(record) : valueFor('', response, 1));
  return ({ pathParameters, queryParameters, problems }) => {
    const found = [...problems, ...check(new Map([...pathParameters, ...queryParameters]))];
    if (found.length > 0) return reject(refused, found);
    const values = [...pathParameters.values()];
    const record = store.read(operation, values);
    if (!record) return reject(404, [{ detail: 'nothing has this id' }]);
    store.remove(operation, values);
    return { status, body: Buffer.from(JSON.stringify(bodyOf(record))) };
  };
}
