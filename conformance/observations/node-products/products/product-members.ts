import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { productMembers } from '../../../interface/node-products/pages/product-members.ts';

const bare = ['id', 'type', 'links'];
const sparse = ['name', 'slug', 'status', 'components', 'product_types'].map((name) => `attributes.${name}`);

export default observation('product-members', async (look) => {
  const { shown, known } = await productMembers(look);
  const missing = known.filter((name) => !shown.has(name));
  if (missing.length === 0) return 'full';
  const own = known.filter((name) => shown.has(name) && !bare.includes(name));
  if (own.length === 0) return 'bare';
  if (own.length === sparse.length && own.every((name) => sparse.includes(name))) return 'sparse';
  return other(
    missing.length * 2 > known.length ? `only ${own.join(', ')}` : `all but ${missing.join(', ')}`,
  );
});
