import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/filters/claims.ts';
import { looseMatching } from '../../../mutants/loose-matching.ts';

export default rule({
  title: 'eq(name,…) brings no product of another name',
  shows: 'filter',
  claims: soundClaims('name'),
  mutants: looseMatching('name'),
});
