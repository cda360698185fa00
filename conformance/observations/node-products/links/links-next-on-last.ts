import { observation } from '../../../core/rule.ts';
import { list } from '../../../interface/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/pages/listed-nodes.ts';
import { farthest } from '../../../interface/read-page.ts';

export default observation({
  asks: 'what is the link to the next page on the last of several pages?',
  look: async (look) => {
    const fullest = await fullestNode(look, 2);
    const total = sizeOf(fullest);
    look.occasion(total <= farthest, 'the last page lies beyond the farthest offset');
    const { page } = await list(look, fullest.node, { limit: 1, offset: total - 1 });
    look.assume(page.size > 0, 'the last page is empty');
    const links = look.occasion(page.links[0], 'no product shows links');
    if (links.next === undefined) return 'absent';
    return typeof links.next === 'string' ? aim(links.next, total) : 'null';
  },
});

/** Where a link leads, told without showing it. */
function aim(link: string, total: number): string {
  const offset = new URLSearchParams(link.split('?')[1]).get('page[offset]');
  if (offset === null) return 'a link without an offset';
  return Number(offset) >= total ? 'a link past the end' : 'a link back into the listing';
}
