import { at } from '../../../../src/json/json.ts';
import { wrapsObject } from '../../../core/profile.ts';
import { rule } from '../../../core/rule.ts';
import { eachAccepted } from '../../../interface/claims.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

export default rule({
  title: 'an accepted request to create a key returns status 201',
  claims: [
    eachAccepted((answer, judge) => {
      if (!wrapsObject(answer.json)) return;
      const { status } = answer.reply;
      judge.claim(status === 201, () => ({
        expected: 'status 201',
        saw: `status ${status}`,
        shown: [answer],
      }));
    }),
  ],
  mutants: [
    {
      name: 'keys are created with 200',
      wire: changeStatus('application-key', (status) => (status === 201 ? 200 : status)),
    },
    {
      name: 'keys with a rate limit are created with 202',
      wire: changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), 'data', 'reserved_rate_limit') !== undefined ? 202 : status,
      ),
    },
  ],
});
