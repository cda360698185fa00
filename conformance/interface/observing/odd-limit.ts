import type { Look } from '../../core/look.ts';
import { isAccepted, outcomeOf } from '../../core/status.ts';
import { listingCall } from '../calls.ts';
import { list, readListed } from '../listing.ts';
import { fullestNode } from '../pages/listed-nodes.ts';

/** What a limit that makes no sense brings, held against a listing without any. */
export async function withOddLimit(look: Look, limit: number): Promise<string> {
  const { node } = await fullestNode(look, 2);
  const answer = await look.send(listingCall(look, node, { limit, offset: 0 }));
  if (!isAccepted(answer)) return outcomeOf(answer);
  const { products } = readListed(look, answer);
  if (products.length === 0) return 'an empty page';
  const usual = await list(look, node, {});
  return products.length === usual.products.length
    ? 'as many as without a limit'
    : `a page of ${products.length}`;
}
