import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatusWhere } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: '`eq(name,…)` accepts names that need percent-encoding',
  claims: [attemptsAt('node-products/filter-encodable-served', profiles['node-products'])],
  mutants: [
    {
      name: 'a name with an ampersand is rejected',
      wire: changeStatusWhere(({ filter = '' }) => /^eq\(name,[^)]*&/.test(filter), 400),
    },
    {
      name: 'a name beyond ASCII is rejected',
      wire: changeStatusWhere(({ filter = '' }) => /^eq\(name,[^)]*\P{ASCII}/u.test(filter), 422),
    },
    {
      name: 'a filter of more than 255 characters is rejected',
      wire: changeStatusWhere(({ filter = '' }) => filter.startsWith('eq(name,') && filter.length > 255, 400),
    },
  ],
});
