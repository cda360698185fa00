import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';
import { profiles } from '../../../profiles/profiles.ts';

/** Looked at where it leaves no record behind. */
export default observation('trailing-slash', async (look) => {
  const { node } = await fullestNode(look, 0);
  const call = listingCall(look, node, { limit: 2 });
  const answer = await look.send({ ...call, target: call.target.replace('?', '/?') });
  if (answer.accepted && !profiles['node-products'].showsResource(answer.json ?? null))
    return other('something that is not a listing');
  return outcomeAs(answer, 'served', 'refused');
});
