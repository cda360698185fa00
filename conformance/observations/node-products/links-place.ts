import { isObject } from '../../../src/wire/json.ts';
import { observation } from '../../engine/rule.ts';
import { fullestNode } from '../../listing/listed-nodes.ts';

export default observation({
  clause: 'products-links-place',
  asks: 'where do links to pages stand?',
  look: async (look) => {
    const { page } = await fullestNode(look, 1);
    const linked = page.products.filter(({ links }) => isObject(links)).length;
    const places = [
      ...(linked > 0 ? [linked < page.products.length ? 'on some products' : 'on each product'] : []),
      ...(isObject(page.json.links) ? ['at the top of the listing'] : []),
    ];
    return places.join(' and ') || 'nowhere';
  },
});
