import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { echoedId } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'plan_id'];

export default rule({
  title: 'plan_id is returned as sent',
  shows: 'content',
  claims: [echoedId('plan_id', shownAt)],
  mutants: [
    {
      name: 'the plan shown is always the same',
      wire: changeReply('subscription', (json) =>
        withAt(json, shownAt, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41'),
      ),
    },
    {
      name: 'the plan shown is the offering',
      wire: changeReply('subscription', (json, call) =>
        withAt(json, shownAt, String(at(jsonOfCall(call), 'data', 'offering_id'))),
      ),
    },
    {
      name: 'a paid subscription shows its account for the plan',
      wire: changeReply('subscription', (json, call) =>
        at(jsonOfCall(call), 'data', 'payment_authority') === undefined
          ? undefined
          : withAt(json, shownAt, String(at(jsonOfCall(call), 'data', 'account_id'))),
      ),
    },
    {
      name: 'the last digits of the plan are lost',
      wire: changeReply('subscription', (json) =>
        withAt(json, shownAt, `${String(at(json, ...shownAt)).slice(0, -6)}000000`),
      ),
    },
  ],
});
