// Requests to delete records, and what is read and listed around them.

import { keyOfId } from '../../src/contract/record.ts';
import { editsToReject } from '../access/edits.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import type { RunExchange } from '../core/exchange.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/attempts.ts';
import { changeConditionally } from '../life/conditions.ts';
import {
  inTurn,
  listingOfMade,
  type Made,
  operationOfLife,
  readMade,
  reportAfter,
} from '../life/readings.ts';

export default experiments('delete', {
  /** Sends deletions with ETags that the record has and had. */
  'delete-conditionally': (id) => ({ when: 'last', run: (context) => changeConditionally(context, id) }),
  /** Deletes one of two records, and reads both. */
  'delete-and-read': (id) => ({
    when: 'last',
    run: (context) =>
      inTurn(context, async () => {
        const operation = operationOfLife(context, id);
        const [made, other] = [await makeRecord(context, id), await makeRecord(context, id)];
        const path = made?.pathFor(operation);
        const before = made && (await readMade(context, id, made));
        if (!made || !before || path === undefined) return;
        const request = requestAt(context, id, path);
        const about = { operation: id, before };
        for (const { rule, words, edit, redirectRejects } of editsToReject(context.contract, id)) {
          const exchange = await context.exchange(edit(request));
          const after = await readMade(context, id, made);
          context.report({
            ...about,
            clause: `${id}/${rule}`,
            what: `a request to delete ${words}`,
            expects: 'rejection',
            ...(redirectRejects ? { redirectRejects } : {}),
            exchange,
            ...(after ? { after } : {}),
          });
          if (wasAccepted(exchange)) return;
        }
        const listed = await listingOfMade(context, made);
        const otherBefore = other && (await readMade(context, id, other));
        const write = await context.exchange({ ...request, isDue: true });
        // That a deletion must be accepted is known once another was.
        const after = wasRejected(write)
          ? await deleted(context, id, other)
          : await readMade(context, id, other ?? made);
        context.report({
          ...about,
          clause: `${id}/accepted`,
          what: 'a request to delete what was created',
          expects: 'acceptance',
          exchange: write,
          ...(after && wasAccepted(after) ? { after } : {}),
        });
        if (!wasAccepted(write)) return;
        const change = { what: 'what is read after a record was deleted', write, before };
        const readAgain = async (isRepeated: boolean) => [
          (await readMade(context, id, made, isRepeated)) ?? before,
        ];
        await reportAfter(context, operation, 'gone', change, readAgain);
        if (listed)
          await reportAfter(
            context,
            operation,
            'not-listed',
            { ...change, what: 'what is listed after a record was deleted' },
            listed.pages,
          );
        if (listed) {
          const what = 'the total after a record was deleted';
          await reportAfter(context, operation, 'total-kept', { ...change, what }, listed.pages);
        }
        const othersStay = async (what: string, after: RunExchange): Promise<void> => {
          if (!other || !otherBefore) return;
          await reportAfter(
            context,
            operation,
            'others-stay',
            { what, write: after, before: otherBefore },
            async (isRepeated) => [(await readMade(context, id, other, isRepeated)) ?? otherBefore],
          );
        };
        await othersStay('another record, read after one was deleted', write);
        const again = await context.exchange(request);
        const twice = { what: 'a second request to delete a record', write: again };
        await reportAfter(context, operation, 'again-not-crash', twice, async () => []);
        await othersStay('another record, read after one was deleted twice', again);
        const third = await makeRecord(context, id);
        // An id may be given again.
        if (!third || keyOfId(third.id) === keyOfId(made.id)) return;
        const late = { ...change, what: 'what is read after a record was deleted and another created' };
        await reportAfter(context, operation, 'gone', late, readAgain);
      }),
  }),
});

/** Deletes a record; returns the response. */
async function deleted(context: ExperimentContext, id: string, made: Made | undefined) {
  const path = made?.pathFor(operationOfLife(context, id));
  return path === undefined ? undefined : context.exchange(requestAt(context, id, path));
}
