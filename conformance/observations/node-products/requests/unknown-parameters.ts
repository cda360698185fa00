import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { list, readListed } from '../../../interface/node-products/listing.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';
import { idsOf } from '../../../interface/whole.ts';

export default observation('unknown-parameters', async (look) => {
  const { node } = await fullestNode(look, 1);
  const call = listingCall(look, node, { limit: 2 });
  const answer = await look.send({ ...call, target: `${call.target}&assay=1` });
  if (!isAccepted(answer)) return outcomeAs(answer, 'ignored', 'refused');
  const shown = idsOf(readListed(look, answer).page.items);
  const usual = idsOf((await list(look, node, { limit: 2 })).page.items);
  return String(shown) === String(usual) ? 'ignored' : other('another page comes');
});
