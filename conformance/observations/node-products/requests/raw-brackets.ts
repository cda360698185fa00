import { observation } from '../../../core/rule.ts';
import { isAccepted, outcomeOf } from '../../../core/status.ts';
import { listingCall } from '../../../interface/calls.ts';
import { readListed } from '../../../interface/listing.ts';
import { fullestNode } from '../../../interface/pages/listed-nodes.ts';

export default observation({
  asks: 'may the brackets in page[limit] stand in an address as they are?',
  look: async (look) => {
    const { node } = await fullestNode(look, 2);
    const call = listingCall(look, node, { limit: 1 });
    const answer = await look.send({ ...call, target: decodeURIComponent(call.target) });
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = readListed(look, answer).products.length;
    return shown === 1 ? 'they mean the same' : 'accepted, and the limit is ignored';
  },
});
