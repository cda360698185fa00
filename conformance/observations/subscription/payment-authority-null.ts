import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-request-payment-authority-null',
  asks: 'does null pass for a payment authority that was left out?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'subscription');
    await accepted(look, 'subscription', control);
    const body = withAt(control, ['data', 'payment_authority'], null);
    return outcomeOf(await submit(look, 'subscription', body));
  },
});
