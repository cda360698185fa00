import { rule } from '../../../core/rule.ts';
import { completeClaim } from '../../../interface/node-products/filters/claims.ts';
import { filterFirstHundred, loseMatches } from '../../../mutants/node-products/filter.ts';

export default rule({
  title: 'in(id,…) returns the product with that id',
  shows: 'filter',
  claims: [completeClaim('id')],
  mutants: [
    { name: 'a filter looks through the first hundred products only', wire: filterFirstHundred },
    {
      name: 'a filter by id finds only ids that begin with a letter',
      wire: loseMatches(({ filter }) => /^in\(id,\d[^,]*\)$/.test(filter)),
    },
    {
      name: 'ids are compared in capital letters, so those in small letters are not found',
      wire: loseMatches(({ filter }) => /^in\(id,[^,]*[a-f][^,]*\)$/.test(filter)),
    },
  ],
});
