import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatusWhere, looksFor } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: '`{equals}(name,…)` accepts names that need percent-encoding',
  claims: [attemptsAt('node-products/filter-encodable-served', profiles['node-products'])],
  mutants: [
    {
      name: 'a name with an ampersand is rejected',
      wire: changeStatusWhere((query) => looksFor(query, 'name', /^[^)]*&/), 400),
    },
    {
      name: 'a name beyond ASCII is rejected',
      wire: changeStatusWhere((query) => looksFor(query, 'name', /^[^)]*\P{ASCII}/u), 422),
    },
    {
      name: 'a filter of more than 255 characters is rejected',
      wire: changeStatusWhere((query) => looksFor(query, 'name', /^.{247}/s), 400),
    },
  ],
});
