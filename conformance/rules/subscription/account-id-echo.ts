import { at, withAt } from '../../../src/wire/json.ts';
import { mustEcho } from '../../creation/subscriptions.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'account_id'];

export default rule({
  clause: 'subscription-account-id-echo',
  title: 'the account id comes back as sent',
  needs: [
    'subscription/response.data.attributes.account_id/type',
    'subscription/response.data.attributes.account_id/format',
  ],
  evidence: 'content',
  check: (probe) => mustEcho(probe, 'account_id', shownAt),
  mutants: [
    {
      name: 'the account shown is always the same',
      wire: changeReply('subscription', (json) =>
        withAt(json, shownAt, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41'),
      ),
    },
    {
      name: 'a paid subscription shows the plan for the account',
      wire: changeReply('subscription', (json, call) =>
        at(jsonOfCall(call), 'data', 'payment_authority') === undefined
          ? undefined
          : withAt(json, shownAt, String(at(json, 'data', 'attributes', 'plan_id'))),
      ),
    },
  ],
});
