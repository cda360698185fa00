import { rule } from '../../../core/rule.ts';
import { beginsWithJson } from '../../../interface/reply-claims.ts';
import { changeBody } from '../../../mutants/reply.ts';

export default rule({
  title: 'the response to a subscription request does not begin with a byte order mark',
  claims: [beginsWithJson],
  mutants: [
    {
      name: 'subscriptions begin with a byte order mark',
      wire: changeBody('subscription', (text) => `\uFEFF${text}`),
    },
  ],
});
