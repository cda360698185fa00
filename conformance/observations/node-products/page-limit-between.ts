import { isAccepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode, sizeOf } from '../../listing/listed-nodes.ts';
import { listingCall, readPage, wholePage } from '../../listing/listing.ts';

export default observation({
  clause: 'products-page-limit-between',
  asks: 'what does a limit between the greatest page size and the bound of the schema bring?',
  look: async (look) => {
    const fullest = await fullestNode(look, 1);
    const answer = await look.send(listingCall(look, fullest.node, { limit: 500, offset: 0 }));
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = readPage(look, answer).products.length;
    if (sizeOf(fullest) <= wholePage) return 'accepted; no node holds enough to tell more';
    return shown <= wholePage ? `cut down to ${shown}` : `more than ${wholePage} products on a page`;
  },
});
