// Requests to update fields of a record: valid and invalid ones, and what is read around them.

import { experiments } from '../core/context.ts';
import { wasRejected } from '../core/status.ts';
import { makeRecord } from '../create/attempts.ts';
import { requestsWithFields } from '../create/experiments.ts';
import { isDone, onlyFirst, sendChange, spoiled, withOtherValues } from '../life/changes.ts';
import { inTurn, operationOfLife, readMade, reportAfter } from '../life/readings.ts';

export default experiments('update', {
  ...requestsWithFields,
  /** Updates one field of a record and then all, and once with an invalid request, and reads it each time. */
  'update-and-read': (id) => ({
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
        const part = await sendChange(context, operation, made, (body) =>
          withOtherValues(operation, onlyFirst(operation, body)),
        );
        if (!isDone(part)) return;
        const about = { what: 'what is read after one field was updated', write: part, before };
        await reportAfter(context, operation, 'shown', about, read);
        const [updated = before] = await reportAfter(context, operation, 'keeps-others', about, read);
        const whole = await sendChange(context, operation, made, (body) => withOtherValues(operation, body));
        const all = { what: 'what is read after all fields were updated', before: updated };
        const [last = updated] = isDone(whole)
          ? await reportAfter(context, operation, 'shown', { ...all, write: whole }, read)
          : [updated];
        const bad = await sendChange(context, operation, made, (body) => spoiled(operation, body) ?? body);
        if (!bad || !wasRejected(bad)) return;
        const rejected = { what: 'what is read after an invalid request', write: bad, before: last };
        await reportAfter(context, operation, 'rejected-changes-nothing', rejected, read);
      }),
  }),
});
