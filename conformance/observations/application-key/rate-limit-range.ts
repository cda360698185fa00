import { observation } from '../../core/rule.ts';
import { outcomeOf } from '../../core/status.ts';
import { outcomeWith } from '../../interface/observing/edited.ts';
import { withLiberty } from '../../interface/observing/liberties.ts';

export default observation({
  asks: 'may a reserved rate limit be zero or very large?',
  look: async (look) => {
    const zero = await outcomeWith(look, 'application-key', ['data', 'reserved_rate_limit'], 0);
    const large = outcomeOf(await withLiberty(look, 'application-key', 'a very large limit'));
    return `zero ${zero}, very large ${large}`;
  },
});
