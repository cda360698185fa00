import { rule } from '../../../core/rule.ts';
import { readsRejected } from '../../../interface/read-attempts.ts';
import { readInteger } from '../../../mutants/node-products/paging.ts';

export default rule({
  title: 'a {limit} that is not an integer is rejected',
  claims: [readsRejected('node-products/page-limit-integer')],
  mutants: [
    { name: 'any text is accepted as {limit}', amend: { constraint: 'node-products/{limit}/type' } },
    {
      name: 'a limit is read as far as there are digits',
      wire: readInteger('limit', (text) => /^\d+/.exec(text)?.[0]),
    },
    {
      name: 'a {limit} that is not an integer is ignored',
      wire: readInteger('limit', () => undefined),
    },
  ],
});
