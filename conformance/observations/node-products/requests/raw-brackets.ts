import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { readListed } from '../../../interface/node-products/listing.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('raw-brackets', async (look) => {
  const { node } = await fullestNode(look, 2);
  const call = listingCall(look, node, { limit: 1 });
  const answer = await look.send({ ...call, target: decodeURIComponent(call.target) });
  const isOne = isAccepted(answer) && readListed(look, answer).products.length === 1;
  return isOne ? 'same' : outcomeAs(answer, 'ignored', 'refused');
});
