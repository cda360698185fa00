// Requests that depend on the ETag of a record, and what is read around them.

import { isConditional } from '../../src/contract/conditions.ts';
import { type ClauseName, clauseId } from '../../src/contract/kind-clauses.ts';
import { everyOperation, isWriting, type Operation, operationIn } from '../../src/contract/operations.ts';
import { creatorOf } from '../../src/contract/related-operations.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import type { Made } from '../create/creations.ts';
import { sendingHeader } from '../create/edits.ts';
import { isDone, sendChange, withOtherValues } from './changes.ts';
import { makeReadable, reporterOf } from './readings.ts';
import { isWeak, tagOf } from './relations.ts';

/** An ETag that no record has. */
export const inventedTag = '"a55a4000-no-version"';

/** How often a request with the current ETag is sent, until it is accepted. */
const tries = 3;

/** In milliseconds. */
const aboveSecond = 1100;

const afterChange = 'what is read after all fields were changed';

/** Sends the request of an operation to a record, with an ETag in If-Match or without. */
const sendIf = async (
  context: ExperimentContext,
  operation: Operation,
  made: Made,
  tag?: string,
): Promise<RunExchange | undefined> => {
  const headers = sendingHeader('if-match', tag);
  if (isWriting(operation))
    return sendChange(context, operation, made, {
      edit: (body) => withOtherValues(operation, body),
      headers,
    });
  const path = made.pathFor(operation);
  const request = path === undefined ? undefined : requestAt(context, operation.id, path);
  return request && context.exchange({ ...request, headers: headers(request.headers) });
};

/** The operation itself, if it changes a record; for one that deletes, another that changes what it deletes. */
const changeFor = ({ contract }: ExperimentContext, operation: Operation): Operation | undefined =>
  isWriting(operation)
    ? operation
    : everyOperation(contract).find(
        (one) => isWriting(one) && creatorOf(contract, one.id) === creatorOf(contract, operation.id),
      );

/** Sends requests with the ETag that a record has and with one that it had, and reads the record around them. */
export async function changeConditionally(context: ExperimentContext, id: string): Promise<void> {
  const operation = operationIn(context.contract, id);
  if (!isConditional(operation, context.contract)) return;
  const report = reporterOf(context, id);
  const made = await makeReadable(context, id);
  if (!made) return;
  const stale = 'a request with another ETag in If-Match';
  const reportOn =
    (rule: ClauseName, what: string, expects: Attempt['expects']) =>
    (seen: Partial<Attempt>): void =>
      context.report({ operation: id, clause: clauseId(id, rule), what, expects, ...seen });
  const reportStale = reportOn('if-match-stale', stale, 'rejection');
  const current = 'a request with the current ETag in If-Match';
  const reportCurrent = reportOn('if-match-current', current, 'acceptance');
  const first = tagOf(made.before);
  if (first === undefined) {
    const notApplicable = { why: 'no reading shows an ETag' };
    reportCurrent({ notApplicable });
    return reportStale({ notApplicable });
  }
  const change = changeFor(context, operation);
  let changed: RunExchange | undefined;
  let before = made.before;
  const changeAndRead = async (): Promise<RunExchange> => {
    const earlier = before;
    changed = change && (await sendIf(context, change, made));
    // Until the change shows, the ETag may be that of before.
    [before = earlier] =
      change && isDone(changed)
        ? await reporterOf(context, change.id)('shown', afterChange, changed, made.read, earlier)
        : await made.read(false);
    return earlier;
  };
  let earlier = await changeAndRead();
  if (isDone(changed) && isWriting(operation)) {
    if (tagOf(before) === first) {
      // Some servers make ETags of times in seconds.
      await context.pause(aboveSecond);
      earlier = await changeAndRead();
    }
    const what = 'the ETag that is read after a change';
    if (isDone(changed)) await report('etag-changes', what, changed, async () => [before], earlier);
  }
  const tag = tagOf(before) ?? first;
  const rejected = await sendIf(context, operation, made, tag === first ? inventedTag : first);
  if (!rejected) return;
  if (wasRejected(rejected)) {
    await report('rejected-changes-nothing', `what is read after ${stale}`, rejected, made.read, before);
    await report('if-match-status', stale, rejected, async () => []);
  }
  // A stale deletion that was accepted leaves nothing.
  const isGone = operation.kind === 'delete' && wasAccepted(rejected);
  let accepted = isGone ? undefined : await sendIf(context, operation, made, isWeak(tag) ? undefined : tag);
  reportStale({ exchange: rejected, before, after: accepted });
  if (!accepted) return;
  const why = `the ETag ${tag} is weak, and matches no If-Match`;
  if (isWeak(tag)) return reportCurrent({ notApplicable: { why } });
  let failedOnce: RunExchange | undefined;
  // What was done without a response was sent again, with the ETag of before; and a rejection may pass.
  for (let count = 1; count < tries && wasRejected(accepted); count += 1) {
    failedOnce ??= accepted;
    const [reading = before] = await made.read(true);
    const own = tagOf(reading);
    const again = own === undefined ? undefined : await sendIf(context, operation, made, own);
    if (!again) return;
    [accepted, before] = [again, reading];
  }
  const control = wasRejected(accepted) ? await sendIf(context, operation, made) : undefined;
  reportCurrent({
    exchange: accepted,
    before,
    after: isDone(control) ? control : undefined,
    failedOnce: isDone(accepted) ? failedOnce : undefined,
  });
}
