import { rule } from '../../../core/rule.ts';
import { readsRejected } from '../../../interface/read-attempts.ts';

export default rule({
  title: 'a {limit} above its bound is rejected',
  claims: [readsRejected('node-products/page-limit-bound')],
  mutants: [
    { name: 'a limit above the bound is served', amend: { constraint: 'node-products/{limit}/maximum' } },
    {
      name: 'a limit one above the bound is served',
      amend: { constraint: 'node-products/{limit}/maximum', by: 1 },
    },
  ],
});
