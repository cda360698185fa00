import { specimen } from '../../creation/specimen.ts';
import { accepted } from '../../engine/acceptance.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-success-status',
  asks: 'which status answers an accepted subscription request?',
  look: async (look) => {
    const body = specimen(look.contract, look.target, 'subscription');
    return `status ${(await accepted(look, 'subscription', body)).reply.status}`;
  },
});
