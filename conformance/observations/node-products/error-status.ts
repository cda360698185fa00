import { isRefused } from '../../engine/acceptance.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';
import { farthest, listingCall, wholePage } from '../../listing/listing.ts';

/** None of them has to be refused, so every one is tried. */
const defects = [
  { limit: 'abc', offset: 0 },
  { limit: wholePage, offset: farthest + 1 },
  { limit: wholePage, offset: 0, filter: 'eq(name' },
];

export default observation({
  clause: 'products-error-status',
  asks: 'which status refuses a listing?',
  look: async (look) => {
    const { node } = await fullestNode(look, 0);
    const answers = await Promise.all(defects.map((query) => look.send(listingCall(look, node, query))));
    const statuses = new Set(answers.filter(isRefused).map(({ reply }) => reply.status));
    look.given(statuses.size > 0, 'none of the listings asked for amiss was refused');
    return `status ${[...statuses].sort().join(' or ')}`;
  },
});
