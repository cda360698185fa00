import { named } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { refusedListings } from '../../../interface/observing/refused-listings.ts';

export default observation('listing-refusal', async (look) => {
  const statuses = new Set((await refusedListings(look)).map(({ reply }) => reply.status));
  return named('listing-refusal', [...statuses].sort().join(' or '));
});
