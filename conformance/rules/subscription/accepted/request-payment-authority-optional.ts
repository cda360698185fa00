import { at, isObject } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a request without payment_authority is accepted',
  claims: [attemptsAt('subscription/request-payment-authority-optional', profiles.subscription)],
  mutants: [
    { name: 'payment_authority is required', wire: rejectWhere('subscription', isUnpaid) },
    {
      name: 'a missing payment authority crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && isUnpaid(jsonOfCall(call)) ? 500 : status,
      ),
    },
  ],
});

function isUnpaid(json: unknown): boolean {
  const data = at(json, 'data');
  return isObject(data) && data.payment_authority === undefined;
}
