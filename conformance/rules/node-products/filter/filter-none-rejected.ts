import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatusWhere, looksForAny } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a filter that no product matches is accepted',
  claims: [attemptsAt('node-products/filter-none-rejected', profiles['node-products'])],
  mutants: [
    {
      name: 'a filter that nothing matches is not found',
      wire: changeStatusWhere(({ filter }, _, products) => filter !== undefined && products === 0, 404),
    },
    {
      name: 'an id that no product has is not found',
      wire: changeStatusWhere((query, _, products) => looksForAny(query, 'among') && products === 0, 404),
    },
  ],
});
