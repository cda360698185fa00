import { specimen } from '../../creation/specimen.ts';
import { accepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-request-name-repeated',
  asks: 'may two keys have the same name?',
  look: async (look) => {
    const body = specimen(look.contract, look.target, 'application-key');
    const { call } = await accepted(look, 'application-key', body);
    return outcomeOf(await look.sendAfresh(call));
  },
});
