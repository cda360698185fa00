// Requests to delete records, and what is read and listed around them.

import { operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { editsToReject } from '../access/edits.ts';
import { experiments } from '../core/context.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/attempts.ts';
import { changeConditionally } from '../life/conditions.ts';
import { filtersFor, inTurn, listingOfMade, makeReadable, reporterOf } from '../life/readings.ts';

export default experiments('delete', {
  'delete-conditionally': (id) => ({
    shows: 'deletions with ETags that the record has and had',
    when: 'last',
    run: (context) => changeConditionally(context, id),
  }),
  'delete-and-read': (id) => ({
    shows: 'one of two records is deleted, and both are read',
    when: 'last',
    run: (context) =>
      inTurn(context, async () => {
        const operation = operationIn(context.contract, id);
        const report = reporterOf(context, id);
        const other = await makeReadable(context, id);
        const made = await makeReadable(context, id);
        const path = made?.pathFor(operation);
        if (!made || path === undefined) return;
        const { before, read } = made;
        const request = requestAt(context, id, path);
        for (const { edit, ...trial } of editsToReject(context.contract, id)) {
          const exchange = await context.exchange(edit(request));
          const [after] = await read(false);
          const seen = { exchange, before, ...(after ? { after } : {}) };
          context.report({ operation: id, ...trial, expects: 'rejection', ...seen });
          if (wasAccepted(exchange)) return;
        }
        const listed = await listingOfMade(context, made);
        const write = await context.exchange({ ...request, isDue: true });
        // That a deletion must be accepted is known once another was.
        const otherPath = other?.pathFor(operation);
        const [after] =
          wasRejected(write) && otherPath !== undefined
            ? [await context.exchange(requestAt(context, id, otherPath))]
            : await (other ?? made).read(false);
        context.report({
          operation: id,
          clause: `${id}/accepted`,
          what: 'a request to delete what was created',
          expects: 'acceptance',
          exchange: write,
          before,
          ...(after && wasAccepted(after) ? { after } : {}),
        });
        if (!wasAccepted(write)) return;
        await report('gone', 'what is read after a record was deleted', write, read, before);
        if (listed) {
          const shown = 'what is listed after a record was deleted';
          await report('not-listed', shown, write, listed.pages, before);
          for (const { filter, words } of filtersFor(context.contract, made.creation, before))
            await report(
              'not-listed',
              `${shown}, ${words}`,
              write,
              () => listed.pagesWith({ filter }),
              before,
            );
          await report('total-kept', 'the total after a record was deleted', write, listed.pages, before);
        }
        const what = 'another record, read after one was deleted';
        if (other) await report('others-stay', what, write, other.read, other.before);
        const again = await context.exchange(request);
        await report('again-not-crash', 'a second request to delete a record', again, async () => []);
        if (other) await report('others-stay', `${what} twice`, again, other.read, other.before);
        const third = await makeRecord(context, id);
        // An id may be given again.
        if (third && keyOfId(third.id) !== keyOfId(made.id))
          await report('gone', 'what is read after one was deleted and another created', write, read, before);
      }),
  }),
});
