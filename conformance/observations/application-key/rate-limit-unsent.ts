import { at } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-rate-limit-unsent',
  asks: 'which rate limit does a key show that was created without one?',
  look: async (look) => {
    const limit = at(await created(look, 'application-key'), 'data', 'reserved_rate_limit');
    if (limit === undefined) return 'none';
    if (limit === null) return 'null';
    return Number.isInteger(limit) ? "an integer of the server's choice" : 'something else than an integer';
  },
});
