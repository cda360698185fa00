import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-request-payment-card-id-empty',
  asks: 'may the card id of a payment authority be empty?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'subscription', ['payment_authority']);
    await accepted(look, 'subscription', control);
    const body = withAt(control, ['data', 'payment_authority', 'card_id'], '');
    return outcomeOf(await submit(look, 'subscription', body));
  },
});
