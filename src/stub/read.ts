import type { Operation } from '../contract/operations.ts';
import { createLookup } from './lookup.ts';
import type { Handler, Setup } from './operation.ts';
import { isRejection } from './responses.ts';
import { successStatus } from './statuses.ts';
import { createView } from './view.ts';

/** Serves an operation that returns one record: a sample, or one that was created. */
export function createReading(setup: Setup, operation: Operation): Handler {
  const find = createLookup(setup, operation);
  const show = createView(setup, operation);
  const status = successStatus(operation);
  return (incoming) => {
    const found = find(incoming);
    return isRejection(found) ? found : { status, body: Buffer.from(JSON.stringify(show(found.record))) };
  };
}
