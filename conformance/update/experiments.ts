// Requests to update fields of a record: valid and invalid ones, and what is read around them.

import { experiments } from '../core/context.ts';
import { requestsWithFields } from '../create/experiments.ts';
import { tellingEdits } from '../create/telling-values.ts';
import { changeAndRead } from '../life/change-and-read.ts';
import { isDone, onlyFirst, onlyInner, withNulls, withOtherValues, withValuesOf } from '../life/changes.ts';
import { changeConditionally } from '../life/conditions.ts';
import { reportAfter } from '../life/readings.ts';

export default experiments('update', {
  ...requestsWithFields,
  /** Sends requests with ETags that the record has and had. */
  'update-conditionally': (id) => ({ when: 'last', run: (context) => changeConditionally(context, id) }),
  /** Updates one field of a record and then all, and once with an invalid request, and reads it each time. */
  'update-and-read': (id) => ({
    when: 'last',
    run: (context) =>
      changeAndRead(context, id, async ({ operation, before, send, read }) => {
        const part = await send((body) => withOtherValues(operation, onlyFirst(operation, body)));
        if (!isDone(part)) return undefined;
        const about = { what: 'what is read after one field was updated', write: part, before };
        await reportAfter(context, operation, 'shown', about, read);
        const [updated = before] = await reportAfter(context, operation, 'keeps-others', about, read);
        let told = updated;
        for (const edit of tellingEdits(operation)) {
          const telling = await send(edit);
          if (!isDone(telling)) continue;
          const what = 'what is read after fields were updated with values that servers often change';
          const changed = { what, write: telling, before: told };
          [told = updated] = await reportAfter(context, operation, 'shown', changed, read);
        }
        // Some servers replace a record by what was sent if nothing of that is new.
        const same = await send((body) => withValuesOf(operation, onlyFirst(operation, body), told));
        if (isDone(same)) {
          const what = 'what is read after one field was updated with the value that it had';
          await reportAfter(context, operation, 'keeps-others', { what, write: same, before: told }, read);
        }
        const inner = await send((body) => onlyInner(operation, body));
        if (isDone(inner)) {
          const what = 'what is read after one field of an object was updated';
          await reportAfter(context, operation, 'keeps-others', { what, write: inner, before: told }, read);
        }
        const nulls = await send((body) => withNulls(operation, body));
        if (isDone(nulls)) {
          const what = 'what is read after fields were updated with null';
          await reportAfter(context, operation, 'null-clears', { what, write: nulls, before: told }, read);
        }
        const whole = await send((body) => withOtherValues(operation, body));
        if (!isDone(whole)) return updated;
        const all = { what: 'what is read after all fields were updated', write: whole, before: told };
        const [last = updated] = await reportAfter(context, operation, 'shown', all, read);
        return last;
      }),
  }),
});
