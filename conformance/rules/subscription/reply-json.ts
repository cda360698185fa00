import { readBody } from '../../../src/wire/body.ts';
import { at } from '../../../src/wire/json.ts';
import { replies } from '../../engine/evidence.ts';
import { rule } from '../../engine/rule.ts';
import { changeBody } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

/** The rules by which a reply is an object that wraps a subscription. */
const wrapped = [
  'subscription/response/type',
  'subscription/response.data/required',
  'subscription/response.data/type',
];

export default rule({
  clause: 'subscription-reply-json',
  title: 'the reply to an accepted subscription request parses as JSON',
  needs: wrapped,
  check: async (probe) => {
    for (const answer of await replies(probe, 'subscription')) {
      const body = readBody(answer.reply.body);
      probe.must('json' in body, 'a JSON body', 'json' in body ? 'one' : body.unreadable, answer);
    }
  },
  mutants: [
    { name: 'subscriptions come without a body', wire: changeBody('subscription', () => '') },
    {
      name: 'the flags of a paid subscription are bare words of another language',
      wire: changeBody('subscription', (text, call) =>
        at(jsonOfCall(call), 'data', 'payment_authority') === undefined
          ? text
          : text.replace('{', '{"paid":True,'),
      ),
    },
  ],
});
