import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('head', async (look) => {
  const { node } = await fullestNode(look, 0);
  const answer = await look.send({ ...listingCall(look, node, { limit: 2 }), method: 'HEAD' });
  return outcomeAs(answer, 'served', 'refused');
});
