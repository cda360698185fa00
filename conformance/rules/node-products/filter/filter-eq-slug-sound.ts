import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/filters/claims.ts';
import { looseMatching } from '../../../mutants/loose-matching.ts';

export default rule({
  title: 'eq(slug,…) brings no product of another slug',
  shows: 'filter',
  claims: soundClaims('slug'),
  mutants: looseMatching('slug'),
});
