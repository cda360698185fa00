import { at } from '../../../src/json/json.ts';
import { observation } from '../../core/rule.ts';
import { created } from '../../interface/observing/created.ts';

export default observation({
  asks: 'which rate limit does a key show that was created without one?',
  look: async (look) => {
    const limit = at(await created(look, 'application-key'), 'data', 'reserved_rate_limit');
    if (limit === undefined) return 'none';
    if (limit === null) return 'null';
    return Number.isInteger(limit) ? "an integer of the server's choice" : 'something other than an integer';
  },
});
