import { rule } from '../../../core/rule.ts';
import { readsRejected } from '../../../interface/read-attempts.ts';
import { readInteger } from '../../../mutants/node-products/paging.ts';

export default rule({
  title: 'a {offset} that is not an integer is rejected',
  claims: [readsRejected('node-products/page-offset-integer')],
  mutants: [
    {
      name: 'any text is accepted as {offset}',
      amend: { constraint: 'node-products/{offset}/type' },
    },
    {
      name: 'an offset is read as far as there are digits',
      wire: readInteger('offset', (text) => /^\d+/.exec(text)?.[0]),
    },
    {
      name: 'a {offset} that is not an integer is ignored',
      wire: readInteger('offset', () => undefined),
    },
  ],
});
