import { rule } from '../../../core/rule.ts';
import { readsRejected } from '../../../interface/read-attempts.ts';

export default rule({
  title: 'a {offset} above its bound is rejected',
  claims: [readsRejected('node-products/page-offset-bound')],
  mutants: [
    {
      name: 'an offset above the bound is served',
      amend: { constraint: 'node-products/{offset}/maximum' },
    },
    {
      name: 'an offset one above the bound is served',
      amend: { constraint: 'node-products/{offset}/maximum', by: 1 },
    },
  ],
});
