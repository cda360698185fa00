// Requests to delete records, and what is read and listed around them.

import { clauseId } from '../../src/contract/kind-clauses.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { readerOf } from '../../src/contract/related-operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { editsToReject } from '../access/edits.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { createdIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { requestAt } from '../core/requests.ts';
import { readUntil, timeToSettle } from '../core/settling.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { transientFailure } from '../core/transient.ts';
import { type Made, makeRecord } from '../create/creations.ts';
import { isDone } from '../life/changes.ts';
import { changeConditionally } from '../life/conditions.ts';
import { lifeExperiment } from '../life/on-new-records.ts';
import {
  filtersFor,
  listingOfMade,
  pagesWithTotal,
  type Readable,
  readable,
  reporterOf,
  untilSettled,
} from '../life/readings.ts';
import { keysOn } from '../life/relations.ts';

/** Another record by the same request, if the server creates one: a deletion may take what it has in common with it. */
async function makeTwin(context: ExperimentContext, made: Made): Promise<Made | undefined> {
  if (context.writesLeft() === 0) return undefined;
  const exchange = await context.exchange(made.exchange.request);
  const twin = createdIn(context.contract, exchange);
  return twin && keyOfId(twin.id) !== keyOfId(made.id) ? { ...twin, exchange } : undefined;
}

/** A record with what shows it: a reading, else its listing. */
async function shownBy(context: ExperimentContext, id: string, made?: Made): Promise<Readable | undefined> {
  if (!made || readerOf(context.contract, id)) return readable(context, id, made);
  const listed = await listingOfMade(context, made);
  return listed?.isWhole ? { ...made, before: listed.shownOn, read: listed.pages } : undefined;
}

const makeShown = async (context: ExperimentContext, id: string): Promise<Readable | undefined> =>
  shownBy(context, id, await makeRecord(context, id));

const tries = 3;

/** Whether readings of a record, or of its listing, show it. */
const isShown = (
  { contract }: ExperimentContext,
  { id }: Operation,
  made: Readable,
  after: readonly RunExchange[],
): boolean =>
  readerOf(contract, id)
    ? !after.some(wasRejected)
    : !after.every(wasAccepted) || keysOn(contract, after).has(keyOfId(made.id));

/** A deletion of a record, and how it failed before it was accepted, if it did. */
type Deletion = {
  readonly made: Readable;
  readonly listed: Awaited<ReturnType<typeof listingOfMade>>;
  readonly request: HttpRequest;
  readonly write: RunExchange;
  readonly failedOnce?: RunExchange | undefined;
  /** Whether it was done although it failed, each time. */
  readonly isDoneAnyway?: boolean;
};

/**
 * Deletes a record. A failure may be a single one; what was done and got no response, or a crash, is not sent again: then
 * another record is deleted.
 */
async function deleteOne(
  context: ExperimentContext,
  operation: Operation,
  first: Readable,
): Promise<Deletion | undefined> {
  let made = first;
  let failed: RunExchange | undefined;
  let isDoneAnyway = true;
  for (let count = 1; ; count += 1) {
    const path = made.pathFor(operation);
    if (path === undefined) return undefined;
    const listed = await listingOfMade(context, made);
    const request = requestAt(context, operation.id, path);
    const write = await context.exchange({ ...request, isDue: true });
    const deletion = { made, listed, request, write };
    if (wasAccepted(write)) return { ...deletion, failedOnce: failed };
    if (!transientFailure(write)) failed ??= write;
    const after = await made.read(true);
    const isDone = wasAccepted(made.before) && !isShown(context, operation, made, after);
    isDoneAnyway &&= isDone;
    if (count === tries) return { ...deletion, isDoneAnyway };
    const other: Readable | undefined = isDone ? await makeShown(context, operation.id) : made;
    if (!other) return undefined;
    made = other;
  }
}

/** Deletes one of several records, and reads it, the others and the listing. */
async function deleteAndRead(context: ExperimentContext, id: string, isRepeated: boolean): Promise<void> {
  const operation = operationIn(context.contract, id);
  const report = reporterOf(context, id);
  const reader = readerOf(context.contract, id);
  const other = await makeShown(context, id);
  let first = await makeShown(context, id);
  for (const { edit, ...trial } of editsToReject(context, id)) {
    const path = first?.pathFor(operation);
    if (!first || path === undefined) return;
    const exchange = await context.exchange(edit(requestAt(context, id, path)));
    const { read } = first;
    const [after] = wasRejected(exchange)
      ? (await readUntil(context, read, (some) => some.every(wasAccepted))).after
      : await read(false);
    const seen = { exchange, before: first.before, after };
    context.report({ operation: id, ...trial, expects: 'rejection', ...seen });
    if (wasAccepted(exchange)) first = await makeShown(context, id);
  }
  if (first?.pathFor(operation) === undefined) return;
  // One is older, and one is newer than what is deleted.
  const twin = await shownBy(context, id, await makeTwin(context, first));
  const others = [other, twin ?? (await makeShown(context, id))].filter((one) => one !== undefined);
  // What another user does to new records is done then.
  if (isRepeated) await context.pause(timeToSettle(context.target));
  const deletion = await deleteOne(context, operation, first);
  if (!deletion) return;
  const { made, listed, request, write, failedOnce, isDoneAnyway } = deletion;
  const { before, read } = made;
  // That a deletion must be accepted is known once another was.
  const otherPath = other?.pathFor(operation);
  const [after] =
    wasRejected(write) && !isDoneAnyway && otherPath !== undefined
      ? [await context.exchange(requestAt(context, id, otherPath))]
      : await (other ?? made).read(false);
  context.report({
    operation: id,
    clause: clauseId(id, 'accepted'),
    what: 'a request to delete what was created',
    expects: 'acceptance',
    exchange: write,
    before,
    after: isDone(after) ? after : undefined,
    failedOnce,
  });
  if (!wasAccepted(write)) return;
  const reportOthers = async (times: string, deletion: RunExchange): Promise<void> => {
    const what = `another record, read after one was deleted${times}`;
    await untilSettled(context);
    for (const one of others) await report('others-stay', what, deletion, one.read, one.before);
    if (listed?.isWhole)
      await report(
        'others-stay',
        `what is listed after a record was deleted${times}`,
        deletion,
        listed.pages,
        listed.shownOn,
      );
  };
  const what = 'what is read after a record was deleted';
  const [reading] = await report('gone', what, write, read, before);
  if (reading) await report('again-not-crash', what, reading, async () => []);
  if (listed) {
    const shown = 'what is listed after a record was deleted';
    await report('not-listed', shown, write, listed.pages, before);
    for (const { filter, words } of filtersFor(
      context.contract,
      made.creation,
      reader ? before : made.exchange,
    ))
      await report('not-listed', `${shown}, ${words}`, write, () => listed.pagesWith({ filter }), before);
    const withTotal = () => pagesWithTotal(context, listed.collection, write);
    await report('total-kept', 'the total after a record was deleted', write, withTotal, before);
  }
  await reportOthers('', write);
  const third = await makeRecord(context, id);
  // An id may be given again.
  if (third && keyOfId(third.id) === keyOfId(made.id)) return;
  if (third)
    await report('gone', 'what is read after one was deleted and another created', write, read, before);
  const again = await context.exchange(request);
  await report('again-not-crash', 'a second request to delete a record', again, async () => []);
  await reportOthers(' twice', again);
}

export default experiments('delete', {
  'delete-conditionally': lifeExperiment(
    'deletions with ETags that the record has and had',
    changeConditionally,
  ),
  'delete-and-read': lifeExperiment('one of several records is deleted, and all are read', deleteAndRead),
});
