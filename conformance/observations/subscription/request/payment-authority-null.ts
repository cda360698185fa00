import { observation } from '../../../core/rule.ts';
import { outcomeWith } from '../../../interface/observing/edited.ts';

export default observation({
  asks: 'does null pass for a payment authority that was left out?',
  look: (look) => outcomeWith(look, 'subscription', ['data', 'payment_authority'], null),
});
