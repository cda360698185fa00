import { observation } from '../../../core/rule.ts';
import { isAccepted, outcomeOf } from '../../../core/status.ts';
import { listingCall } from '../../../interface/calls.ts';
import { readListed } from '../../../interface/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/pages/listed-nodes.ts';
import { wholePage } from '../../../interface/read-page.ts';

export default observation({
  asks: 'what does a limit between the greatest page size and the bound of the schema bring?',
  look: async (look) => {
    const fullest = await fullestNode(look, 1);
    const answer = await look.send(listingCall(look, fullest.node, { limit: wholePage + 1, offset: 0 }));
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = readListed(look, answer).products.length;
    if (sizeOf(fullest) <= wholePage) return 'accepted; no node holds enough to tell more';
    return shown <= wholePage ? `cut down to ${shown}` : `more than ${wholePage} products on a page`;
  },
});
