import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatusWhere } from '../../../mutants/listing.ts';

export default rule({
  title: 'eq takes names with single spaces within',
  claims: [attemptsAt('node-products/filter-inner-space', profiles['node-products'])],
  mutants: [
    {
      name: 'a name with a space in it is refused',
      wire: changeStatusWhere(({ filter = '' }) => /^eq\(name,[^)]* /.test(filter), 400),
    },
  ],
});
