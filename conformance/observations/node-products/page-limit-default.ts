import { observation } from '../../engine/rule.ts';
import { fullestNode, sizeOf } from '../../listing/listed-nodes.ts';
import { list } from '../../listing/listing.ts';

export default observation({
  clause: 'products-page-limit-default',
  asks: 'how many products does a page hold where no limit is given?',
  look: async (look) => {
    const fullest = await fullestNode(look, 1);
    const { products } = await list(look, fullest.node, {});
    const whole = products.length >= sizeOf(fullest);
    return whole ? `${products.length} or more: no node holds enough to tell` : String(products.length);
  },
});
