import { observation } from '../../core/rule.ts';
import { outcomeOf } from '../../core/status.ts';
import { edited } from '../../interface/observing/edited.ts';

export default observation({
  asks: 'what becomes of a key request with text after its JSON?',
  look: async (look) =>
    outcomeOf(await edited(look, 'application-key', { text: (written) => `${written} and more` })),
});
