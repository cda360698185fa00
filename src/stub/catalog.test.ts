import { describe, expect, it } from 'vitest';
import { buildCatalog } from './catalog.ts';

const id = (last: number) => `a55a4000-0000-4000-8000-00000000000${last}`;
const shop = {
  name: 'Corner shop',
  accounts: [],
  plans: [],
  offerings: [],
  hierarchies: [{ id: id(1), name: 'All', nodes: [{ id: id(2), name: 'Tents', products: ['dome'] }] }],
  products: { dome: { id: id(3), attributes: { name: 'Dome', status: 'live' } } },
};
const [hierarchy] = shop.hierarchies;
const withNode = (changes: object) => ({
  ...shop,
  hierarchies: [{ ...hierarchy, nodes: [{ ...hierarchy?.nodes[0], ...changes }] }],
});

describe('a catalog', () => {
  it('gives each node its products', () => {
    const catalog = buildCatalog(shop, 'shop.yaml');
    expect(catalog.hierarchies[0]?.nodes[0]?.products).toEqual([shop.products.dome]);
    expect(catalog.hierarchies[0]?.nodes[0]?.curated).toEqual([]);
  });

  it.each([
    ['a product that is not there', withNode({ products: ['tipi'] }), 'names the product "tipi"'],
    ['a curated product that is not attached', withNode({ products: [], curated: ['dome'] }), 'attach it'],
    ['an unknown member', withNode({ curated_products: [] }), 'curated_products'],
    ['an id that is none', { ...shop, accounts: [{ id: 'me' }] }, '/accounts/0/id'],
    [
      'two products of one id',
      { ...shop, products: { ...shop.products, tipi: shop.products.dome } },
      'same id',
    ],
  ])('is refused with %s', (_, value, message) => {
    expect(() => buildCatalog(value, 'shop.yaml')).toThrow(message);
  });
});
