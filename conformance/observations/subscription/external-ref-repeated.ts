import { specimen } from '../../creation/specimen.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-request-external-ref-repeated',
  asks: 'may two subscriptions have the same external reference?',
  look: async (look) => {
    const body = specimen(look.contract, look.target, 'subscription');
    const { call } = await accepted(look, 'subscription', body);
    return outcomeOf(await look.sendAfresh(call));
  },
});
