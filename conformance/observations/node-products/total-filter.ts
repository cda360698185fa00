import { observation } from '../../engine/rule.ts';
import { fullestNode, sizeOf } from '../../listing/listed-nodes.ts';
import { idOf, list, wholePage } from '../../listing/listing.ts';

export default observation({
  clause: 'products-total-filter',
  asks: 'what does the total of a filtered listing count?',
  look: async (look) => {
    const fullest = await fullestNode(look, 2);
    const id = look.occasion(idOf(fullest.page.products[0]), 'the first product shows no id');
    const found = await list(look, fullest.node, { limit: wholePage, offset: 0, filter: `in(id,${id})` });
    look.given(found.products.length === 1, 'the filter did not find the one product it names');
    if (found.total === 1) return 'what matches';
    return found.total === sizeOf(fullest) ? 'the whole node' : 'something else';
  },
});
