import { observation } from '../../../core/rule.ts';
import { emptyText } from '../../../interface/observing/empty-text.ts';

export default observation({
  asks: 'may the card id of a payment authority be empty?',
  look: (look) => emptyText(look, ['data', 'payment_authority', 'card_id']),
});
