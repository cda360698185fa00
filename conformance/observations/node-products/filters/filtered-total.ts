import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { filterFor } from '../../../interface/node-products/filters/filter.ts';
import { list } from '../../../interface/node-products/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/node-products/pages/listed-nodes.ts';
import { wholePage } from '../../../interface/read-page.ts';

export default observation('filtered-total', async (look) => {
  const fullest = await fullestNode(look, 2);
  const id = look.occasion(fullest.page.items[0]?.shownId, 'the first product shows no id');
  const query = { limit: wholePage, offset: 0, filter: filterFor('id', id) };
  const found = await list(look, fullest.node, query);
  look.assume(found.products.length === 1, 'the filter did not find the one product it names');
  if (found.total === 1) return 'matching';
  return found.total === sizeOf(fullest) ? 'whole' : other('something else');
});
