import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { listingCall } from '../../listing/listing.ts';

export default observation({
  clause: 'general-head',
  asks: 'what does HEAD bring on the path of the listing?',
  look: async (look) => {
    const { node } = await fullestNode(look, 0);
    return outcomeOf(
      await look.send({ ...listingCall(look, node, { limit: 3, offset: 0 }), method: 'HEAD' }),
    );
  },
});
