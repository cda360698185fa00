import { isObject } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { fullestNode } from '../../../interface/pages/listed-nodes.ts';

export default observation({
  asks: 'where do links to pages stand?',
  look: async (look) => {
    const { products, json } = await fullestNode(look, 1);
    const linked = products.filter(({ links }) => isObject(links)).length;
    const places = [
      ...(linked > 0 ? [linked < products.length ? 'on some products' : 'on each product'] : []),
      ...(isObject(json.links) ? ['at the top of the listing'] : []),
    ];
    return places.join(' and ') || 'nowhere';
  },
});
