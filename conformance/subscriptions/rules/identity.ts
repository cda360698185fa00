import { at } from '../../../src/json/json.ts';
import { rules } from '../../core/rule.ts';
import { distinct } from '../../core/claims.ts';
import { renumbered, uuidOf } from '../../core/reply-mutants.ts';
import { detailsOf, orderOf } from '../controls.ts';

export default rules(['fields', 'distinct'], {
  'id-distinct-alike': {
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
  },
  'id-distinct': {
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
  },
});
