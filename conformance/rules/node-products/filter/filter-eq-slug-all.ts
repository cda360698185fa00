import { rule } from '../../../core/rule.ts';
import { completeClaim } from '../../../interface/node-products/filters/claims.ts';
import { loseMatches, onSecondNode } from '../../../mutants/node-products/filter.ts';
import { looksFor } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: '{equals}(slug,…) returns every product with that slug',
  shows: 'filter',
  claims: [completeClaim('slug')],
  mutants: [
    {
      name: 'a filter by slug finds nothing on the second node',
      wireFor: onSecondNode(loseMatches((query) => looksFor(query, 'slug'))),
    },
    {
      name: 'a slug with a capital letter is changed to small letters, and not found',
      wire: loseMatches((query) => looksFor(query, 'slug', /^[^)]*[A-Z]/)),
    },
  ],
});
