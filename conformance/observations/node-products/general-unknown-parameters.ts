import { isAccepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { idsOf, list, listingCall, readPage } from '../../listing/listing.ts';

export default observation({
  clause: 'general-unknown-parameters',
  asks: 'what does a query parameter of an unknown name do?',
  look: async (look) => {
    const { node } = await fullestNode(look, 1);
    const query = { limit: 3, offset: 0 };
    const call = listingCall(look, node, query);
    const answer = await look.send({ ...call, target: `${call.target}&assay=1` });
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = idsOf(readPage(look, answer).products);
    const usual = idsOf((await list(look, node, query)).products);
    return String(shown) === String(usual) ? 'ignored' : 'accepted, and another page came';
  },
});
