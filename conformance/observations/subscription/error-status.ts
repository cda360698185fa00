import { refusedWithout } from '../../creation/refused.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-error-status',
  asks: 'which status refuses a subscription request?',
  look: async (look) => `status ${(await refusedWithout(look, 'subscription', 'plan_id')).reply.status}`,
});
