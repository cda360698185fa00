import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

/** Well-formed, and of nothing anybody made. */
const stray = {
  account_id: 'a55a4000-0000-4000-8000-0000000000a1',
  offering_id: 'a55a4000-0000-4000-8000-0000000000a2',
  plan_id: 'a55a4000-0000-4000-8000-0000000000a3',
};

export default observation({
  clause: 'subscription-unknown-ids',
  asks: 'what becomes of a subscription request with ids of nothing?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'subscription');
    await accepted(look, 'subscription', control);
    const body = Object.entries(stray).reduce(
      (json, [name, id]) => withAt(json, ['data', name], id),
      control,
    );
    return outcomeOf(await submit(look, 'subscription', body));
  },
});
