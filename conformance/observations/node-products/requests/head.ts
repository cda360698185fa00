import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { listingCall } from '../../../interface/calls.ts';
import { fullestNode } from '../../../interface/pages/listed-nodes.ts';

export default observation({
  asks: 'what does HEAD bring on the path of the listing?',
  look: async (look) => {
    const { node } = await fullestNode(look, 0);
    return outcomeOf(await look.send({ ...listingCall(look, node, { limit: 2 }), method: 'HEAD' }));
  },
});
