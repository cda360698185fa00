import { rule } from '../../../core/rule.ts';
import { saysJson } from '../../../interface/reply-claims.ts';
import { changeHeader } from '../../../mutants/reply.ts';

export default rule({
  title: 'a new subscription has a JSON Content-Type',
  claims: [saysJson],
  mutants: [
    {
      name: 'subscriptions are called HTML',
      wire: changeHeader('subscription', 'content-type', 'text/html; charset=utf-8'),
    },
    {
      name: 'subscriptions are called JSON without a kind',
      wire: changeHeader('subscription', 'content-type', 'json'),
    },
  ],
});
