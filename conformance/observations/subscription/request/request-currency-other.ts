import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { outcomeWith } from '../../../interface/observing/edited.ts';
import { otherCurrencies, withLiberty } from '../../../interface/observing/liberties.ts';

export default observation({
  asks: 'which other currencies may a subscription have?',
  look: async (look) => {
    const [one = '', other = ''] = otherCurrencies(look);
    const first = outcomeOf(await withLiberty(look, 'subscription', 'another currency'));
    return `${one} ${first}, ${other} ${await outcomeWith(look, 'subscription', ['data', 'currency'], other)}`;
  },
});
