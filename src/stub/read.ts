import type { Operation } from '../contract/operations.ts';
import { createLookup } from './lookup.ts';
import type { Handler, Setup } from './operation.ts';
import { createView } from './record-view.ts';
import { isRejection } from './responses.ts';
import { successStatus } from './statuses.ts';
import { isUnchanged, tagHeader } from './tags.ts';

/** Serves an operation that returns one record: a sample, or one that was created. */
export function createReading(setup: Setup, operation: Operation): Handler {
  const find = createLookup(setup, operation);
  const show = createView(setup, operation);
  const status = successStatus(operation);
  return (incoming) => {
    const found = find(incoming);
    if (isRejection(found)) return found;
    const { record } = found;
    const headers = tagHeader(operation, record);
    return isUnchanged(operation, incoming.headers, record)
      ? { status: 304, body: new Uint8Array(), headers }
      : { status, body: Buffer.from(JSON.stringify(show(record))), headers };
  };
}
