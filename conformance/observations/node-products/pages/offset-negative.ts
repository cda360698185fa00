import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { list, readListed } from '../../../interface/node-products/listing.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';
import { idsOf } from '../../../interface/whole.ts';

export default observation('offset-negative', async (look) => {
  const { node } = await fullestNode(look, 2);
  const answer = await look.send(listingCall(look, node, { limit: 1, offset: -1 }));
  if (!isAccepted(answer)) return outcomeAs(answer, 'zero', 'refused');
  const shown = idsOf(readListed(look, answer).page.items);
  const start = idsOf((await list(look, node, { limit: 1, offset: 0 })).page.items);
  return String(shown) === String(start) ? 'zero' : other('another page than at offset zero');
});
