import { at } from '../../../src/wire/json.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode, sizeOf } from '../../listing/listed-nodes.ts';
import { list } from '../../listing/listing.ts';

const size = 7;

export default observation({
  clause: 'products-links-next-on-last',
  asks: 'what is the link to the page after on the last of several pages?',
  look: async (look) => {
    const fullest = await fullestNode(look, size + 1);
    const total = sizeOf(fullest);
    const offset = Math.floor((total - 1) / size) * size;
    const { products } = await list(look, fullest.node, { limit: size, offset });
    const [first] = look.given(products.length > 0 && products, 'the last page is empty');
    look.occasion(at(first, 'links') !== undefined, 'no product shows links');
    const next = at(first, 'links', 'next');
    if (next === undefined) return 'absent';
    return typeof next === 'string' ? aim(next, total) : 'null';
  },
});

/** Where a link leads, told without showing it. */
function aim(link: string, total: number): string {
  const offset = new URLSearchParams(link.split('?')[1]).get('page[offset]');
  if (offset === null) return 'a link without an offset';
  return Number(offset) >= total ? 'a link past the end' : 'a link back into the listing';
}
