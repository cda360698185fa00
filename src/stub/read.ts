import type { Operation } from '../contract/operations.ts';
import type { Handler, Setup } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { reject } from './responses.ts';
import { refusalStatus, successStatus } from './statuses.ts';
import { storeOf } from './store.ts';
import { createView } from './view.ts';

/** Serves an operation that returns one record: a sample, or one that was created. */
export function createReading(setup: Setup, operation: Operation): Handler {
  const store = storeOf(setup);
  const check = createParameterCheck(setup, operation.id, (one) => one.in !== 'header');
  const show = createView(setup, operation);
  const status = successStatus(operation);
  const refused = refusalStatus(setup.contract, operation, 400);
  return ({ pathParameters, queryParameters, problems }) => {
    const found = [...problems, ...check(new Map([...pathParameters, ...queryParameters]))];
    if (found.length > 0) return reject(refused, found);
    const record = store.read(operation, [...pathParameters.values()]);
    return record
      ? { status, body: Buffer.from(JSON.stringify(show(record))) }
      : reject(404, [{ detail: 'nothing has this id' }]);
  };
}
