import { rule } from '../../../core/rule.ts';
import { completeClaim } from '../../../interface/filters/claims.ts';
import { firstMatch, loseMatches, onSecondNode } from '../../../mutants/filter.ts';

export default rule({
  title: 'eq(name,…) brings every product of that name',
  shows: 'filter',
  claims: [completeClaim('name')],
  mutants: [
    { name: 'of two products of one name only the first is found', wire: firstMatch },
    {
      name: 'a filter by name finds nothing on the second node',
      wireFor: onSecondNode(loseMatches(({ filter }) => filter.startsWith('eq(name,'))),
    },
    {
      name: 'a name with a space in it is never found',
      wire: loseMatches(({ filter }) => /^eq\(name,[^)]* /.test(filter)),
    },
    {
      name: 'without a limit a filter by name finds nothing',
      wire: loseMatches(({ filter, limit }) => limit === undefined && filter.startsWith('eq(name,')),
    },
  ],
});
