import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { readListed } from '../../../interface/node-products/listing.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('duplicate-parameters', async (look) => {
  const { node } = await fullestNode(look, 6);
  const call = listingCall(look, node, { limit: 2 });
  const answer = await look.send({ ...call, target: `${call.target}&page%5Blimit%5D=3` });
  if (!isAccepted(answer)) return outcomeAs(answer, 'first', 'refused');
  const shown = readListed(look, answer).products.length;
  if (shown === 2) return 'first';
  return shown === 3 ? 'last' : other('neither, and the request is accepted');
});
