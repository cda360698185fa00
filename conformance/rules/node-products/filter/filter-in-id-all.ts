import { rule } from '../../../core/rule.ts';
import { completeClaim } from '../../../interface/node-products/filters/claims.ts';
import { filterFirstHundred, loseMatches } from '../../../mutants/node-products/filter.ts';
import { looksFor } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: '{among}(id,…) returns the product with that id',
  shows: 'filter',
  claims: [completeClaim('id')],
  mutants: [
    { name: 'a filter looks through the first hundred products only', wire: filterFirstHundred },
    {
      name: 'a filter by id finds only ids that begin with a letter',
      wire: loseMatches((query) => looksFor(query, 'id', /^\d[^,]*\)$/)),
    },
    {
      name: 'ids are compared in capital letters, so those in small letters are not found',
      wire: loseMatches((query) => looksFor(query, 'id', /^[^,]*[a-f][^,]*\)$/)),
    },
  ],
});
