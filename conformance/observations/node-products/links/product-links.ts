import { isObject } from '../../../../src/json/json.ts';
import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { fullestNode } from '../../../interface/node-products/pages/listed-nodes.ts';

export default observation('product-links', async (look) => {
  const { products } = await fullestNode(look, 1);
  const linked = products.filter(({ links }) => isObject(links)).length;
  if (linked === 0) return 'absent';
  return linked === products.length ? 'shown' : other('some of them');
});
