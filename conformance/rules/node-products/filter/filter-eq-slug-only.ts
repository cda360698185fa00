import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/node-products/filters/claims.ts';
import { looseMatching } from '../../../mutants/node-products/loose-matching.ts';

export default rule({
  title: '{equals}(slug,…) returns no product with another slug',
  shows: 'filter',
  claims: soundClaims('slug'),
  mutants: looseMatching('slug'),
});
