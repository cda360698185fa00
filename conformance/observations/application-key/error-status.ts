import { refusedWithout } from '../../creation/refused.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-error-status',
  asks: 'which status refuses a key request?',
  look: async (look) => `status ${(await refusedWithout(look, 'application-key', 'name')).reply.status}`,
});
