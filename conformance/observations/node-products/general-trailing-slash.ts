import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { listingCall } from '../../listing/listing.ts';

/** Looked at where it leaves no record behind. */
export default observation({
  clause: 'general-trailing-slash',
  asks: 'what does a slash after the path of the listing bring?',
  look: async (look) => {
    const { node } = await fullestNode(look, 0);
    const call = listingCall(look, node, { limit: 3, offset: 0 });
    return outcomeOf(await look.send({ ...call, target: call.target.replace('?', '/?') }));
  },
});
