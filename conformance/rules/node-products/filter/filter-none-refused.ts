import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatusWhere } from '../../../mutants/listing.ts';

export default rule({
  title: 'a filter that nothing matches is not refused',
  claims: [attemptsAt('node-products/filter-none-refused', profiles['node-products'])],
  mutants: [
    {
      name: 'a filter that nothing matches is not found',
      wire: changeStatusWhere(({ filter }, _, products) => filter !== undefined && products === 0, 404),
    },
    {
      name: 'an id that no product has is not found',
      wire: changeStatusWhere(
        ({ filter = '' }, _, products) => filter.startsWith('in(') && products === 0,
        404,
      ),
    },
  ],
});
