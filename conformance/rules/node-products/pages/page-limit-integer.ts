import { rule } from '../../../core/rule.ts';
import { readsRefused } from '../../../interface/read-attempts.ts';
import { readInteger } from '../../../mutants/paging.ts';

export default rule({
  title: 'a limit that is no integer is refused',
  claims: [readsRefused('node-products/page-limit-integer')],
  mutants: [
    { name: 'any text passes for a limit', amend: { constraint: 'node-products/page[limit]/type' } },
    {
      name: 'a limit is read as far as there are digits',
      wire: readInteger('limit', (text) => /^\d+/.exec(text)?.[0]),
    },
    {
      name: 'a limit that is no integer is left out of account',
      wire: readInteger('limit', () => undefined),
    },
  ],
});
