import { rule } from '../../../core/rule.ts';
import { soundClaims } from '../../../interface/node-products/filters/claims.ts';
import { looseMatching } from '../../../mutants/node-products/loose-matching.ts';

export default rule({
  title: '{equals}(name,…) returns no product with another name',
  shows: 'filter',
  claims: soundClaims('name'),
  mutants: looseMatching('name'),
});
