import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { list } from '../../../interface/node-products/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/node-products/pages/listed-nodes.ts';
import { farthest } from '../../../interface/read-page.ts';

export default observation('next-at-end', async (look) => {
  const fullest = await fullestNode(look, 2);
  const total = sizeOf(fullest);
  look.occasion(total <= farthest, 'the last page lies beyond the farthest offset');
  const { page } = await list(look, fullest.node, { limit: 1, offset: total - 1 });
  look.assume(page.size > 0, 'the last page is empty');
  const links = look.occasion(page.links[0], 'no product shows links');
  if (links.next === undefined) return other('absent');
  if (typeof links.next !== 'string') return 'null';
  // Where a link leads is told without showing it.
  const offset = new URLSearchParams(links.next.split('?')[1]).get('page[offset]');
  if (offset === null) return other('a link without an offset');
  return Number(offset) >= total ? 'past' : other('a link back into the listing');
});
