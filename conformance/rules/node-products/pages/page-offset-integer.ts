import { rule } from '../../../core/rule.ts';
import { readsRefused } from '../../../interface/read-attempts.ts';
import { readInteger } from '../../../mutants/paging.ts';

export default rule({
  title: 'an offset that is no integer is refused',
  claims: [readsRefused('node-products/page-offset-integer')],
  mutants: [
    { name: 'any text passes for an offset', amend: { constraint: 'node-products/page[offset]/type' } },
    {
      name: 'an offset is read as far as there are digits',
      wire: readInteger('offset', (text) => /^\d+/.exec(text)?.[0]),
    },
    {
      name: 'an offset that is no integer is left out of account',
      wire: readInteger('offset', () => undefined),
    },
  ],
});
