import type { Look } from '../../core/look.ts';
import { type Observed, other, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import { listingCall } from '../node-products/calls.ts';
import { list, readListed } from '../node-products/listing.ts';
import { fullestNode } from '../node-products/pages/listed-nodes.ts';

/** What a limit that makes no sense brings, held against a listing without any. */
export async function withOddLimit(look: Look, limit: number): Promise<Observed<'limit-zero'>> {
  const { node } = await fullestNode(look, 2);
  const answer = await look.send(listingCall(look, node, { limit, offset: 0 }));
  if (!isAccepted(answer)) return outcomeAs(answer, 'default', 'refused');
  const { products } = readListed(look, answer);
  if (products.length === 0) return 'empty';
  const usual = await list(look, node, {});
  return products.length === usual.products.length ? 'default' : other(`a page of ${products.length}`);
}
