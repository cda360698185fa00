import { agreed, type Observed, other, outcomeAs } from '../../../core/observed.ts';
import { nodesLine } from '../../../core/remedies.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';
import { readListed } from '../../../interface/node-products/listing.ts';
import { wholePage } from '../../../interface/read-page.ts';

/** Well-formed, and of nothing anybody made. */
const unknown = {
  hierarchy: 'a55a4000-0000-4000-8000-0000000000b1',
  node: 'a55a4000-0000-4000-8000-0000000000b2',
};

export default observation('unknown-node', async (look) => {
  const { nodes } = look.target;
  const { hierarchy, node } = look.occasion(nodes[0], 'no node is known', nodesLine);
  const own = nodes.filter((one) => one.hierarchy === hierarchy).map((one) => one.node);
  const elsewhere = nodes.find((one) => !own.includes(one.node));
  const places: Record<string, NodeTarget> = {
    'an unknown node': { hierarchy, node: unknown.node },
    'an unknown hierarchy': { hierarchy: unknown.hierarchy, node },
    ...(elsewhere ? { 'a node of another hierarchy': { hierarchy, node: elsewhere.node } } : {}),
  };
  const seen: [string, Observed<'unknown-node'>][] = [];
  for (const [words, place] of Object.entries(places)) {
    const answer = await look.send(listingCall(look, place, { limit: wholePage, offset: 0 }));
    const isFilled = isAccepted(answer) && readListed(look, answer).products.length > 0;
    seen.push([words, isFilled ? other('products') : outcomeAs(answer, 'empty', 'refused')]);
  }
  return agreed(seen);
});
