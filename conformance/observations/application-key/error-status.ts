import { observation } from '../../core/rule.ts';
import { refusedWithout } from '../../interface/observing/edited.ts';

export default observation({
  asks: 'which status refuses a key request?',
  look: async (look) => `status ${(await refusedWithout(look, 'application-key', 'name')).reply.status}`,
});
