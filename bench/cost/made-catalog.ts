import { createHash } from 'node:crypto';

/** The size of an invented catalog. */
export type Size = { readonly nodes: number; readonly products: number };

/** A UUID made from words, the same for the same words. */
function uuidOf(words: string): string {
  const digits = createHash('sha256').update(words).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** Products are shared by all nodes; every twelfth is a draft, and every third node is curated in reverse. */
export function madeCatalog({ nodes, products }: Size): object {
  const keys = Array.from({ length: products }, (_, index) => `p${index}`);
  const entries = keys.map((key, index) => [
    key,
    {
      id: uuidOf(key),
      attributes: {
        name: `Item ${index}`,
        slug: `item-${index}`,
        sku: `SKU-${index}`,
        description: 'An item that was made up to be one of many.',
        status: index % 12 === 11 ? 'draft' : 'live',
        product_types: ['standard'],
      },
    },
  ]);
  const plan = uuidOf('plan');
  return {
    name: 'Many of everything',
    accounts: [{ id: uuidOf('account') }],
    plans: [{ id: plan, name: 'Monthly' }],
    offerings: [
      { id: uuidOf('offering'), name: 'Offering', owner: 'store', external_product_refs: [], plans: [plan] },
    ],
    hierarchies: [
      {
        id: uuidOf('hierarchy'),
        name: 'All',
        nodes: Array.from({ length: nodes }, (_, index) => ({
          id: uuidOf(`node ${index}`),
          name: `Node ${index}`,
          products: keys,
          ...(index % 3 === 0 ? { curated: keys.toReversed() } : {}),
        })),
      },
    ],
    products: Object.fromEntries(entries),
  };
}
