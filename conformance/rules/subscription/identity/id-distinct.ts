import { at } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { distinct } from '../../../interface/claims.ts';
import { orderOf } from '../../../interface/subscription/order.ts';
import { renumbered, uuidOf } from '../../../mutants/identity.ts';

export default rule({
  title: 'different subscriptions have different data.id',
  shows: 'content',
  claims: [distinct({ shownAt: ['data', 'id'], read: (id) => id.toLowerCase(), apart: orderOf })],
  mutants: [
    { name: 'every subscription has the same id', wire: renumbered('subscription', () => uuidOf('one')) },
    {
      name: 'a subscription has the id of its account',
      wire: renumbered('subscription', (shown) => String(at(shown, 'data', 'attributes', 'account_id'))),
    },
    {
      name: 'ids are made of account and plan',
      wire: renumbered('subscription', ({ data }) =>
        uuidOf(['account_id', 'plan_id'].map((name) => at(data, 'attributes', name)).join()),
      ),
    },
  ],
});
