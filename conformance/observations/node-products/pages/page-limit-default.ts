import { observation } from '../../../core/rule.ts';
import { list } from '../../../interface/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/pages/listed-nodes.ts';

export default observation({
  asks: 'how many products does a page hold where no limit is given?',
  look: async (look) => {
    const fullest = await fullestNode(look, 1);
    const { products } = await list(look, fullest.node, {});
    const isWhole = products.length >= sizeOf(fullest);
    return isWhole ? `${products.length} or more: no node holds enough to tell` : String(products.length);
  },
});
