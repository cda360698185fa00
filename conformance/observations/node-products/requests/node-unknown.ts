import { observation } from '../../../core/rule.ts';
import { isAccepted, outcomeOf } from '../../../core/status.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { listingCall } from '../../../interface/calls.ts';
import { readListed } from '../../../interface/listing.ts';
import { wholePage } from '../../../interface/read-page.ts';
import { nodesLine } from '../../../interface/remedies.ts';

/** Well-formed, and of nothing anybody made. */
const unknown = {
  hierarchy: 'a55a4000-0000-4000-8000-0000000000b1',
  node: 'a55a4000-0000-4000-8000-0000000000b2',
};

export default observation({
  asks: 'what does the listing of a node bring that is not there?',
  look: async (look) => {
    const { nodes } = look.target;
    const { hierarchy, node } = look.occasion(nodes[0], 'no node is known', nodesLine);
    const own = nodes.filter((one) => one.hierarchy === hierarchy).map((one) => one.node);
    const elsewhere = nodes.find((one) => !own.includes(one.node));
    const places: Record<string, NodeTarget> = {
      'unknown node': { hierarchy, node: unknown.node },
      'unknown hierarchy': { hierarchy: unknown.hierarchy, node },
      ...(elsewhere ? { 'node of another hierarchy': { hierarchy, node: elsewhere.node } } : {}),
    };
    const seen: string[] = [];
    for (const [words, place] of Object.entries(places)) {
      const answer = await look.send(listingCall(look, place, { limit: wholePage, offset: 0 }));
      const outcome = isAccepted(answer) ? sizeOf(readListed(look, answer).products) : outcomeOf(answer);
      seen.push(`${words} ${outcome}`);
    }
    return seen.join(', ');
  },
});

const sizeOf = ({ length }: readonly unknown[]): string =>
  length === 0 ? 'listed as empty' : 'listed with products';
