import { isAccepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { listingCall, readPage } from '../../listing/listing.ts';

export default observation({
  clause: 'general-repeated-parameters',
  asks: 'which counts where a limit is given twice?',
  look: async (look) => {
    const { node } = await fullestNode(look, 6);
    const call = listingCall(look, node, { offset: 0, limit: 2 });
    const twice = `${call.target}&${encodeURIComponent('page[limit]')}=3`;
    const answer = await look.send({ ...call, target: twice });
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = readPage(look, answer).products.length;
    if (shown === 2) return 'the first';
    return shown === 3 ? 'the last' : 'neither';
  },
});
