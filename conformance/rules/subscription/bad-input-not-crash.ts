import { at, isObject } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { mustNotCrash } from '../../creation/not-crash.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-bad-input-not-crash',
  title: 'a bad subscription request never crashes the server',
  needs: readable('subscription'),
  check: (probe) => mustNotCrash(probe, 'subscription'),
  mutants: [
    {
      name: 'whatever is refused crashes the server',
      wire: changeStatus('subscription', (status) => ([400, 422].includes(status) ? 500 : status)),
    },
    {
      name: 'data that is no object crashes the server',
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
