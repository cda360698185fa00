import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { readListed } from '../../../interface/node-products/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/node-products/pages/listed-nodes.ts';
import { wholePage } from '../../../interface/read-page.ts';

export default observation('limit-over-maximum', async (look) => {
  const fullest = await fullestNode(look, 1);
  const answer = await look.send(listingCall(look, fullest.node, { limit: wholePage + 1, offset: 0 }));
  if (!isAccepted(answer)) return outcomeAs(answer, 'capped', 'refused');
  look.occasion(sizeOf(fullest) > wholePage, 'it is accepted, and no node holds enough to tell more');
  const shown = readListed(look, answer).products.length;
  if (shown === wholePage) return 'capped';
  return other(shown < wholePage ? `cut down to ${shown}` : `more than ${wholePage} products on a page`);
});
