import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../../mutants/request.ts';

const payment = ['data', 'payment_authority'];

export default rule({
  title: 'a complete payment authority is accepted',
  claims: [attemptsAt('subscription/request-payment-authority-accepted', profiles.subscription)],
  mutants: [
    {
      name: 'a payment authority is never taken',
      wire: refuseWhere('subscription', (json) => at(json, ...payment) !== undefined),
    },
    {
      name: 'a complete payment authority crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && at(jsonOfCall(call), ...payment) !== undefined ? 500 : status,
      ),
    },
  ],
});
