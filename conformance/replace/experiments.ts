// Requests to replace a record: valid and invalid ones, and what is read around them.

import { experiments } from '../core/context.ts';
import { requestsWithFields } from '../create/experiments.ts';
import { tellingEdits } from '../create/telling-values.ts';
import { changeAndRead } from '../life/change-and-read.ts';
import { isDone, sendAgain, withOtherValues } from '../life/changes.ts';
import { changeConditionally } from '../life/conditions.ts';
import { reportAfter } from '../life/readings.ts';

export default experiments('replace', {
  ...requestsWithFields,
  /** Sends requests with ETags that the record has and had. */
  'replace-conditionally': (id) => ({ when: 'last', run: (context) => changeConditionally(context, id) }),
  /** Replaces a record twice, and once with an invalid request, and reads it each time. */
  'replace-and-read': (id) => ({
    when: 'last',
    run: (context) =>
      changeAndRead(context, id, async ({ operation, before, send, read }) => {
        const first = await send((body) => withOtherValues(operation, body));
        if (!isDone(first)) return undefined;
        const about = { what: 'what is read after a record was replaced', write: first, before };
        const [replaced = before] = await reportAfter(context, operation, 'shown', about, read);
        for (const edit of tellingEdits(operation)) {
          const telling = await send(edit);
          const what = 'what is read after a record was replaced with values that servers often change';
          if (isDone(telling))
            await reportAfter(context, operation, 'shown', { what, write: telling, before: replaced }, read);
        }
        const again = await sendAgain(context, first);
        if (!isDone(again)) return replaced;
        const twice = {
          what: 'what is read after a record was replaced twice',
          write: again,
          before: replaced,
        };
        const [last = replaced] = await reportAfter(context, operation, 'repeatable', twice, read);
        return last;
      }),
  }),
});
