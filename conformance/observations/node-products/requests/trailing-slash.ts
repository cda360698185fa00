import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { listingCall } from '../../../interface/calls.ts';
import { fullestNode } from '../../../interface/pages/listed-nodes.ts';

/** Looked at where it leaves no record behind. */
export default observation({
  asks: 'what does a slash after the path of the listing bring?',
  look: async (look) => {
    const { node } = await fullestNode(look, 0);
    const call = listingCall(look, node, { limit: 2 });
    return outcomeOf(await look.send({ ...call, target: call.target.replace('?', '/?') }));
  },
});
