import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/node-products/filters/claims.ts';
import { ignoreFilter, matchLoosely } from '../../../mutants/node-products/filter.ts';

export default rule({
  title: 'in(id,…) returns no product with another id',
  shows: 'filter',
  claims: soundClaims('id'),
  mutants: [
    {
      name: 'a filter by id is checked but not applied',
      wire: ignoreFilter(({ filter }) => /^in\(id,[^,]+\)$/.test(filter)),
    },
    {
      name: 'a filter by an id that the node does not have is ignored',
      wire: ignoreFilter(
        ({ filter, offset }, matches) => /^in\(id,[^,]+\)$/.test(filter) && matches === 0 && offset === 0,
      ),
    },
    {
      name: 'a filter by id compares its first eight characters',
      wire: matchLoosely((shown, value) => shown.slice(0, 8) === value.slice(0, 8), 'id'),
    },
  ],
});
