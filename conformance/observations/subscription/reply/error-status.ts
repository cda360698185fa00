import { observation } from '../../../core/rule.ts';
import { refusedWithout } from '../../../interface/observing/edited.ts';

export default observation({
  asks: 'which status refuses a subscription request?',
  look: async (look) => `status ${(await refusedWithout(look, 'subscription', 'plan_id')).reply.status}`,
});
