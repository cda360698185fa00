import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatusWhere, looksForAny } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: '`{equals}(…)` accepts values of one or two characters',
  claims: [attemptsAt('node-products/filter-short-value', profiles['node-products'])],
  mutants: [
    {
      name: 'a filter value of fewer than three characters is rejected',
      wire: changeStatusWhere((query) => looksForAny(query, 'equals', /^..?\)$/), 400),
    },
  ],
});
