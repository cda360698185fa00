import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatusWhere, looksFor } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a filter for a plain value of a listed product is accepted',
  claims: [attemptsAt('node-products/filter-served', profiles['node-products'])],
  mutants: [
    {
      name: 'a filter value of more than thirty characters is rejected',
      wire: changeStatusWhere(
        ({ filter = '' }, _, products) => products > 0 && /,[^,]{30,}\)$/.test(filter),
        400,
      ),
    },
    {
      name: 'a filter by a slug with a full stop is rejected',
      wire: changeStatusWhere((query) => looksFor(query, 'slug', /^[^)]*\./), 400),
    },
    {
      name: 'a filter by name without {limit} is rejected',
      wire: changeStatusWhere((query) => query.limit === undefined && looksFor(query, 'name'), 422),
    },
  ],
});
