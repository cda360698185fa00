import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatusWhere } from '../../../mutants/listing.ts';

export default rule({
  title: 'eq takes values of one or two characters',
  claims: [attemptsAt('node-products/filter-short-value', profiles['node-products'])],
  mutants: [
    {
      name: 'a value of fewer than three characters is refused',
      wire: changeStatusWhere(({ filter = '' }) => /^eq\(\w+,..?\)$/.test(filter), 400),
    },
  ],
});
