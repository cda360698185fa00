import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatusWhere, looksFor } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: '`{equals}(…)` accepts names that contain single spaces',
  claims: [attemptsAt('node-products/filter-inner-space', profiles['node-products'])],
  mutants: [
    {
      name: 'a name that contains a space is rejected',
      wire: changeStatusWhere((query) => looksFor(query, 'name', /^[^)]* /), 400),
    },
  ],
});
