import { at } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { parsesAsJson } from '../../../interface/reply-claims.ts';
import { changeBody } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

export default rule({
  title: 'the response to an accepted subscription request parses as JSON',
  claims: [parsesAsJson],
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
