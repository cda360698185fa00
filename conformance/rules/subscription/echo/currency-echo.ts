import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { echoed } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'currency'];

export default rule({
  title: 'currency is returned as sent',
  shows: 'content',
  claims: [echoed({ sentAt: ['data', 'currency'], shownAt })],
  mutants: [
    {
      name: 'the currency shown is that of the store',
      wireFor: ({ subscriptions: [{ currency }] }) =>
        changeReply('subscription', (json) => withAt(json, shownAt, currency === 'CHF' ? 'NOK' : 'CHF')),
    },
    {
      name: 'a paid subscription shows the currency of its gateway',
      wire: changeReply('subscription', (json, call) =>
        at(jsonOfCall(call), 'data', 'payment_authority') === undefined
          ? undefined
          : withAt(json, shownAt, 'GBP'),
      ),
    },
  ],
});
