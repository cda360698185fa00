import { at, isObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { neverCrashes } from '../../../interface/claims.ts';
import { isBadRequest } from '../../../interface/creations/bodies.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

export default rule({
  title: 'an invalid subscription request does not get a 5xx status',
  claims: [neverCrashes(isBadRequest, 'a bad subscription request')],
  mutants: [
    {
      name: 'every invalid request crashes the server',
      wire: changeStatus('subscription', (status) => ([400, 422].includes(status) ? 500 : status)),
    },
    {
      name: 'data that is not an object crashes the server',
      wire: changeStatus('subscription', (status, call) => {
        const data = at(jsonOfCall(call), 'data');
        return data !== undefined && !isObject(data) ? 500 : status;
      }),
    },
    {
      name: 'a missing card crashes the server',
      wire: changeStatus('subscription', (status, call) => {
        const payment = at(jsonOfCall(call), 'data', 'payment_authority');
        return isObject(payment) && payment.card_id === undefined ? 500 : status;
      }),
    },
  ],
});
