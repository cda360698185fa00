import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { edited } from '../../../interface/observing/edited.ts';

export default observation({
  asks: 'what becomes of a subscription request with text after its JSON?',
  look: async (look) =>
    outcomeOf(await edited(look, 'subscription', { text: (written) => `${written} and more` })),
});
