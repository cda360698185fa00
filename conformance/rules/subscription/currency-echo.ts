import { at, withAt } from '../../../src/wire/json.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'currency'];

export default rule({
  clause: 'subscription-currency-echo',
  title: 'the currency comes back as sent',
  needs: ['type', 'pattern', 'maxLength'].map(
    (keyword) => `subscription/response.data.attributes.currency/${keyword}`,
  ),
  evidence: 'content',
  check: async (probe) => {
    for (const { answer, json } of bodies(await replies(probe, 'subscription'))) {
      const shown = at(json, ...shownAt);
      if (typeof shown !== 'string') continue;
      const sent = at(jsonOfCall(answer.call), 'data', 'currency');
      probe.must(shown === sent, `${shownAt.join('.')} is ${printValue(sent)}`, printValue(shown), answer);
    }
  },
  mutants: [
    {
      name: 'the currency shown is that of the store',
      wireFor: ({ subscription }) =>
        changeReply('subscription', (json) => withAt(json, shownAt, subscription.currency)),
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
