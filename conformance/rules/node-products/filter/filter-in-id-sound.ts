import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/filters/claims.ts';
import { ignoreFilter } from '../../../mutants/filter.ts';

export default rule({
  title: 'in(id,…) brings no product of another id',
  shows: 'filter',
  claims: soundClaims('id'),
  mutants: [
    {
      name: 'a filter by id is checked but not applied',
      wire: ignoreFilter(({ filter }) => /^in\(id,[^,]+\)$/.test(filter)),
    },
    {
      name: 'a filter by an id that the node does not have is dropped',
      wire: ignoreFilter(
        ({ filter, offset }, matches) => /^in\(id,[^,]+\)$/.test(filter) && matches === 0 && offset === 0,
      ),
    },
  ],
});
