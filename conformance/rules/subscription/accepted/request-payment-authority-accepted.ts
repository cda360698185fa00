import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

const payment = ['data', 'payment_authority'];

export default rule({
  title: 'a complete payment_authority is accepted',
  claims: [attemptsAt('subscription/request-payment-authority-accepted', profiles.subscription)],
  mutants: [
    {
      name: 'payment_authority is always rejected',
      wire: rejectWhere('subscription', (json) => at(json, ...payment) !== undefined),
    },
    {
      name: 'a complete payment authority crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && at(jsonOfCall(call), ...payment) !== undefined ? 500 : status,
      ),
    },
  ],
});
