// Requests that depend on the ETag of a record, and what is read around them.

import { isConditional } from '../../src/contract/conditions.ts';
import {
  creatorOf,
  everyOperation,
  isWriting,
  type Operation,
  operationIn,
} from '../../src/contract/operations.ts';
import { header, isLost } from '../../src/http/exchange.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { makeRecord, sendingHeader } from '../create/attempts.ts';
import { isDone, sendChange, withOtherValues } from './changes.ts';
import { inTurn, type Made, readMade, reportAfter } from './readings.ts';

/** The ETag that a response shows. */
export const tagIn = ({ response }: RunExchange): string | undefined =>
  isLost(response) ? undefined : header(response.headers, 'etag');

/** A weak ETag matches no If-Match, not even that of the same version (RFC 9110, 13.1.1). */
const isWeak = (tag: string): boolean => tag.startsWith('W/');

/** An ETag that no record has. */
export const inventedTag = '"a55a4000-no-version"';

/** Sends the request of an operation to a record, with an ETag in If-Match or without. */
const sendIf = async (
  context: ExperimentContext,
  operation: Operation,
  made: Made,
  tag?: string,
): Promise<RunExchange | undefined> => {
  const headers = tag === undefined ? undefined : sendingHeader('if-match', tag);
  if (operation.kind !== 'delete')
    return sendChange(context, operation, made, {
      edit: (body) => withOtherValues(operation, body),
      ...(headers ? { headers } : {}),
    });
  const path = made.pathFor(operation);
  if (path === undefined) return undefined;
  const request = requestAt(context, operation.id, path);
  return context.exchange({ ...request, headers: headers?.(request.headers) ?? request.headers });
};

/** The operation itself, if it changes a record; for one that deletes, another that changes what it deletes. */
const changeFor = ({ contract }: ExperimentContext, operation: Operation): Operation | undefined =>
  isWriting(operation)
    ? operation
    : everyOperation(contract).find(
        (one) =>
          (one.kind === 'replace' || one.kind === 'update') &&
          creatorOf(contract, one.id) === creatorOf(contract, operation.id),
      );

/** Sends requests with the ETag that a record has and with one that it had, and reads the record around them. */
export const changeConditionally = (context: ExperimentContext, id: string): Promise<void> =>
  inTurn(context, async () => {
    const operation = operationIn(context.contract, id);
    if (!isConditional(operation, context.contract)) return;
    const report = (rule: string, about: Omit<Attempt, 'operation' | 'clause'>): void =>
      context.report({ operation: id, clause: `${id}/${rule}`, ...about });
    const made = await makeRecord(context, id);
    const first = made && (await readMade(context, id, made));
    if (!made || !first) return;
    const before = tagIn(first);
    const current = 'a request with the current ETag in If-Match';
    const stale = 'a request with another ETag in If-Match';
    if (before === undefined) {
      const notApplicable = { why: 'no reading shows an ETag' };
      report('if-match-current', { what: current, expects: 'acceptance', notApplicable });
      report('if-match-stale', { what: stale, expects: 'rejection', notApplicable });
      return;
    }
    const change = changeFor(context, operation);
    const changed = change && (await sendIf(context, change, made));
    const read = async (isRepeated: boolean) => [(await readMade(context, id, made, isRepeated)) ?? first];
    const about = { what: 'the ETag that is read after a change', before: first };
    const [second = first] =
      isDone(changed) && isWriting(operation)
        ? await reportAfter(context, operation, 'etag-changes', { ...about, write: changed }, read)
        : await read(false);
    const tag = tagIn(second) ?? before;
    const rejected = await sendIf(context, operation, made, tag === before ? inventedTag : before);
    if (!rejected) return;
    if (wasRejected(rejected)) {
      const unchanged = { what: `what is read after ${stale}`, write: rejected, before: second };
      await reportAfter(context, operation, 'rejected-changes-nothing', unchanged, read);
      await reportAfter(
        context,
        operation,
        'if-match-status',
        { what: stale, write: rejected },
        async () => [],
      );
    }
    // A stale deletion that was accepted leaves nothing.
    const accepted =
      operation.kind === 'delete' && wasAccepted(rejected)
        ? undefined
        : await sendIf(context, operation, made, isWeak(tag) ? undefined : tag);
    report('if-match-stale', {
      what: stale,
      expects: 'rejection',
      exchange: rejected,
      before: second,
      ...(accepted ? { after: accepted } : {}),
    });
    if (!accepted) return;
    if (isWeak(tag)) {
      const notApplicable = { why: `the ETag ${tag} is weak, and matches no If-Match` };
      report('if-match-current', { what: current, expects: 'acceptance', notApplicable });
      return;
    }
    const control = wasRejected(accepted) ? await sendIf(context, operation, made) : undefined;
    report('if-match-current', {
      what: current,
      expects: 'acceptance',
      exchange: accepted,
      before: second,
      ...(control && wasAccepted(control) ? { after: control } : {}),
    });
  });
