import { observation } from '../../../core/rule.ts';
import { outcomeWith } from '../../../interface/observing/edited.ts';

export default observation('payment-null', (look) =>
  outcomeWith(look, 'subscription', ['data', 'payment_authority'], null),
);
