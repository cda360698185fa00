import { observation } from '../../../core/rule.ts';
import { bodyForm } from '../../../interface/observing/error-body.ts';
import { refusedListings } from '../../../interface/observing/refused-listings.ts';

export default observation({
  asks: 'what does the body of a refused listing look like?',
  look: async (look) => {
    const forms = new Set((await refusedListings(look)).map(({ reply }) => bodyForm(reply)));
    return [...forms].sort().join(' or ');
  },
});
