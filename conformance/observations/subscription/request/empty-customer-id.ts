import { observation } from '../../../core/rule.ts';
import { emptyText } from '../../../interface/subscription/empty-text.ts';

export default observation('empty-customer-id', (look) =>
  emptyText(look, ['data', 'payment_authority', 'customer_id']),
);
