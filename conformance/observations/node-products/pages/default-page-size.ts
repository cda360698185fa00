import { named } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { list } from '../../../interface/node-products/listing.ts';
import { fullestNode, sizeOf } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('default-page-size', async (look) => {
  const fullest = await fullestNode(look, 1);
  const { products } = await list(look, fullest.node, {});
  const isPart = products.length < sizeOf(fullest);
  look.occasion(isPart, `it is ${products.length} or more, and no node holds enough to tell`);
  return named('default-page-size', products.length);
});
