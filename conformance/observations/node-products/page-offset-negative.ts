import { isAccepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { idsOf, list, listingCall, readPage } from '../../listing/listing.ts';

export default observation({
  clause: 'products-page-offset-negative',
  asks: 'what does an offset below nought bring?',
  look: async (look) => {
    const { node } = await fullestNode(look, 2);
    const answer = await look.send(listingCall(look, node, { limit: 3, offset: -1 }));
    if (!isAccepted(answer)) return outcomeOf(answer);
    const shown = idsOf(readPage(look, answer).products);
    const start = idsOf((await list(look, node, { limit: 3, offset: 0 })).products);
    return String(shown) === String(start)
      ? 'the page at offset nought'
      : 'another page than at offset nought';
  },
});
