import { isAccepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';
import type { NodeTarget } from '../../engine/target.ts';
import { listingCall, readPage } from '../../listing/listing.ts';

/** Well-formed, and of nothing anybody made. */
const stray = {
  hierarchy: 'a55a4000-0000-4000-8000-0000000000b1',
  node: 'a55a4000-0000-4000-8000-0000000000b2',
};

export default observation({
  clause: 'products-node-unknown',
  asks: 'what does the listing of a node bring that does not exist?',
  look: async (look) => {
    const known = look.occasion(
      look.target.nodes[0],
      'no node is known',
      'nodes: [{ hierarchy: …, node: … }]',
    );
    const listed = async (node: NodeTarget): Promise<string> => {
      const answer = await look.send(listingCall(look, node, { limit: 7, offset: 0 }));
      if (!isAccepted(answer)) return outcomeOf(answer);
      return readPage(look, answer).products.length === 0 ? 'listed as empty' : 'listed with products';
    };
    const node = await listed({ hierarchy: known.hierarchy, node: stray.node });
    const hierarchy = await listed({ hierarchy: stray.hierarchy, node: known.node });
    return `unknown node ${node}, unknown hierarchy ${hierarchy}`;
  },
});
