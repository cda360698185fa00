import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-unknown-members',
  asks: 'what becomes of a subscription request with a member of an unknown name?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'subscription');
    await accepted(look, 'subscription', control);
    const body = withAt(control, ['data', 'assay_unknown'], 'assay');
    return outcomeOf(await submit(look, 'subscription', body));
  },
});
