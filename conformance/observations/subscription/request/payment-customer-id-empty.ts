import { observation } from '../../../core/rule.ts';
import { emptyText } from '../../../interface/observing/empty-text.ts';

export default observation({
  asks: 'may the customer id of a payment authority be empty?',
  look: (look) => emptyText(look, ['data', 'payment_authority', 'customer_id']),
});
