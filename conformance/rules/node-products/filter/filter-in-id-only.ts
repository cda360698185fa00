import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/node-products/filters/claims.ts';
import { ignoreFilter, matchLoosely } from '../../../mutants/node-products/filter.ts';
import { looksFor } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: '{among}(id,…) returns no product with another id',
  shows: 'filter',
  claims: soundClaims('id'),
  mutants: [
    {
      name: 'a filter by id is checked but not applied',
      wire: ignoreFilter((query) => looksFor(query, 'id', /^[^,]+\)$/)),
    },
    {
      name: 'a filter by an id that the node does not have is ignored',
      wire: ignoreFilter(
        (query, matches) => looksFor(query, 'id', /^[^,]+\)$/) && matches === 0 && query.offset === 0,
      ),
    },
    {
      name: 'a filter by id compares its first eight characters',
      wire: matchLoosely((shown, value) => shown.slice(0, 8) === value.slice(0, 8), 'id'),
    },
  ],
});
