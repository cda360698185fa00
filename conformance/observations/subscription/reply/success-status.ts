import { observation } from '../../../core/rule.ts';
import { creation } from '../../../interface/observing/created.ts';

export default observation({
  asks: 'which status answers an accepted subscription request?',
  look: async (look) => `status ${(await creation(look, 'subscription')).reply.status}`,
});
