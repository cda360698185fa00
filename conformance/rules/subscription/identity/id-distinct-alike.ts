import { at } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { distinct } from '../../../interface/claims.ts';
import { detailsOf, orderOf } from '../../../interface/subscription/order.ts';
import { renumbered, uuidOf } from '../../../mutants/identity.ts';

export default rule({
  title: 'requests with a different external_ref or payment_authority get different data.id',
  claims: [
    distinct({
      shownAt: ['data', 'id'],
      by: 'a different external_ref or payment_authority',
      read: (id) => id.toLowerCase(),
      within: orderOf,
      apart: detailsOf,
    }),
  ],
  mutants: [
    {
      name: 'ids are made of what is subscribed to',
      wire: renumbered('subscription', ({ data }) =>
        uuidOf(['account_id', 'plan_id', 'currency'].map((name) => at(data, 'attributes', name)).join()),
      ),
    },
    {
      name: 'ids are drawn from a small pool',
      wire: renumbered('subscription', (_, __, count) => uuidOf(String(count % 3))),
    },
  ],
});
