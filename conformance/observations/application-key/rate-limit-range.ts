import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

const limits = { nought: 0, 'very large': Number.MAX_SAFE_INTEGER };

export default observation({
  clause: 'key-rate-limit-range',
  asks: 'may a reserved rate limit be nought or very large?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'application-key');
    await accepted(look, 'application-key', control);
    const seen: string[] = [];
    for (const [words, limit] of Object.entries(limits)) {
      const body = withAt(control, ['data', 'reserved_rate_limit'], limit);
      seen.push(`${words} ${outcomeOf(await submit(look, 'application-key', body))}`);
    }
    return seen.join(', ');
  },
});
