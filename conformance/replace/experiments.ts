// Requests to replace a record: valid and invalid ones, and what is read around them.

import { experiments } from '../core/context.ts';
import { wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/attempts.ts';
import { requestsWithFields } from '../create/experiments.ts';
import { isDone, sendAgain, sendChange, spoiled, withOtherValues } from '../life/changes.ts';
import { inTurn, operationOfLife, readMade, reportAfter } from '../life/readings.ts';

export default experiments('replace', {
  ...requestsWithFields,
  /** Replaces a record twice, and once with an invalid request, and reads it each time. */
  'replace-and-read': (id) => ({
    when: 'last',
    run: (context) =>
      inTurn(context, async () => {
        const operation = operationOfLife(context, id);
        const made = await makeRecord(context, id);
        const before = made && (await readMade(context, id, made));
        if (!made || !before) return;
        const read = async (isRepeated: boolean) => [
          (await readMade(context, id, made, isRepeated)) ?? before,
        ];
        const first = await sendChange(context, operation, made, (body) => withOtherValues(operation, body));
        if (!isDone(first)) return;
        const about = { what: 'what is read after a record was replaced', write: first, before };
        const [replaced = before] = await reportAfter(context, operation, 'shown', about, read);
        const again = await sendAgain(context, first);
        const twice = {
          what: 'what is read after a record was replaced twice',
          write: again,
          before: replaced,
        };
        const [last = replaced] = isDone(again)
          ? await reportAfter(context, operation, 'repeatable', twice, read)
          : [replaced];
        const bad = await sendChange(context, operation, made, (body) => spoiled(operation, body) ?? body);
        if (!bad || !wasRejected(bad)) return;
        const rejected = { what: 'what is read after an invalid request', write: bad, before: last };
        await reportAfter(context, operation, 'rejected-changes-nothing', rejected, read);
      }),
  }),
});
