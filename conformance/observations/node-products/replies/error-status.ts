import { observation } from '../../../core/rule.ts';
import { refusedListings } from '../../../interface/observing/refused-listings.ts';

export default observation({
  asks: 'which status refuses a listing?',
  look: async (look) => {
    const statuses = new Set((await refusedListings(look)).map(({ reply }) => reply.status));
    return `status ${[...statuses].sort().join(' or ')}`;
  },
});
