import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatusWhere } from '../../../mutants/listing.ts';

export default rule({
  title: 'a filter for a plain value that a product shows is not refused',
  claims: [attemptsAt('node-products/filter-served', profiles['node-products'])],
  mutants: [
    {
      name: 'a filter by a value of more than thirty characters is refused',
      wire: changeStatusWhere(
        ({ filter = '' }, _, products) => products > 0 && /,[^,]{30,}\)$/.test(filter),
        400,
      ),
    },
    {
      name: 'a filter by a slug with a full stop in it is refused',
      wire: changeStatusWhere(({ filter = '' }) => /^eq\(slug,[^)]*\./.test(filter), 400),
    },
    {
      name: 'a filter by name is refused without a limit',
      wire: changeStatusWhere(
        ({ filter = '', limit }) => limit === undefined && filter.startsWith('eq(name,'),
        422,
      ),
    },
  ],
});
