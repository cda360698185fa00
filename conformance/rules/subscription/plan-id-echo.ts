import { at, withAt } from '../../../src/wire/json.ts';
import { mustEcho } from '../../creation/subscriptions.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'plan_id'];

export default rule({
  clause: 'subscription-plan-id-echo',
  title: 'the plan id comes back as sent',
  needs: [
    'subscription/response.data.attributes.plan_id/type',
    'subscription/response.data.attributes.plan_id/format',
  ],
  evidence: 'content',
  check: (probe) => mustEcho(probe, 'plan_id', shownAt),
  mutants: [
    {
      name: 'the plan shown is the offering',
      wire: changeReply('subscription', (json, call) =>
        withAt(json, shownAt, String(at(jsonOfCall(call), 'data', 'offering_id'))),
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
