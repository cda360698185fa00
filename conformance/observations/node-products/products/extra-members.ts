import { observation } from '../../../core/rule.ts';
import { productMembers } from '../../../interface/node-products/pages/product-members.ts';

export default observation('extra-members', async (look) => {
  const { shown, known } = await productMembers(look);
  return [...shown].some((name) => !known.includes(name)) ? 'some' : 'none';
});
