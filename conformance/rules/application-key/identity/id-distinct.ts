import { at } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { distinct } from '../../../interface/claims.ts';
import { renumbered, uuidOf } from '../../../mutants/identity.ts';

export default rule({
  title: 'different keys have different data.id',
  shows: 'content',
  claims: [distinct({ shownAt: ['data', 'id'], read: (id) => id.toLowerCase() })],
  mutants: [
    { name: 'every key has the same id', wire: renumbered('application-key', () => uuidOf('a key')) },
    {
      name: 'the second key has the id of the first, in capitals',
      wire: renumbered('application-key', (_, __, count) =>
        count === 0 ? uuidOf('a') : count === 1 ? uuidOf('a').toUpperCase() : undefined,
      ),
    },
    {
      name: 'ids are drawn from a small pool',
      wire: renumbered('application-key', (_, __, count) => uuidOf(String(count % 3))),
    },
    {
      name: 'ids are made from the names',
      wire: renumbered('application-key', (shown) => uuidOf(String(at(shown, 'data', 'name')))),
    },
  ],
});
