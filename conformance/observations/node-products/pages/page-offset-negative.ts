import { observation } from '../../../core/rule.ts';
import { isAccepted, outcomeOf } from '../../../core/status.ts';
import { listingCall } from '../../../interface/calls.ts';
import { list, readListed } from '../../../interface/listing.ts';
import { fullestNode } from '../../../interface/pages/listed-nodes.ts';
import { idsOf } from '../../../interface/whole.ts';

export default observation({
  asks: 'what does a negative offset bring?',
  look: async (look) => {
    const { node } = await fullestNode(look, 2);
    const answer = await look.send(listingCall(look, node, { limit: 1, offset: -1 }));
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = idsOf(readListed(look, answer).page.items);
    const start = idsOf((await list(look, node, { limit: 1, offset: 0 })).page.items);
    return String(shown) === String(start) ? 'the page at offset zero' : 'another page than at offset zero';
  },
});
