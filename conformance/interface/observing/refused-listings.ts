import type { Answer } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { isRefused } from '../../core/status.ts';
import { listingCall } from '../node-products/calls.ts';
import { fullestNode } from '../node-products/pages/listed-nodes.ts';
import { farthest, wholePage } from '../read-page.ts';

/** None of them has to be refused, so every one is tried. */
const defects = [
  { limit: 'abc', offset: 0 },
  { limit: wholePage, offset: farthest + 1 },
  { limit: wholePage, offset: 0, filter: 'eq(name' },
];

/** The refusals of listings that were asked for wrongly. */
export async function refusedListings(look: Look): Promise<Answer[]> {
  const { node } = await fullestNode(look, 0);
  const answers = await Promise.all(defects.map((query) => look.send(listingCall(look, node, query))));
  const refused = answers.filter(isRefused);
  look.assume(refused.length > 0, 'no invalid listing request was rejected');
  return refused;
}
