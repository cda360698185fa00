import { describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../spec/stub/catalog.ts';

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
const withNodes = (...changes: object[]) => ({
  ...shop,
  hierarchies: [{ ...hierarchy, nodes: changes.map((change) => ({ ...hierarchy?.nodes[0], ...change })) }],
});

describe('a catalog', () => {
  it('resolves the products of each node', () => {
    const catalog = buildCatalog(shop, 'shop.yaml');
    expect(catalog.hierarchies[0]?.nodes[0]?.products).toEqual([shop.products.dome]);
    expect(catalog.hierarchies[0]?.nodes[0]?.curated).toEqual([]);
  });

  it.each([
    ['a missing product', withNodes({ products: ['tipi'] }), 'refers to the product "tipi"'],
    [
      'a curated product that is not attached',
      withNodes({ products: [], curated: ['dome'] }),
      '/hierarchies/0/nodes/0/curated/0 is curated but not among the products of its node',
    ],
    [
      'an unknown member',
      withNodes({ curated_products: [] }),
      '/hierarchies/0/nodes/0/curated_products is an unknown field; the fields there are id, name, about, products, curated; fix it there.',
    ],
    [
      'a product named twice',
      withNodes({ products: ['dome', 'dome'] }),
      '/hierarchies/0/nodes/0/products/1 is the same as item 0',
    ],
    [
      'two accounts with one id',
      { ...shop, accounts: [{ id: id(4) }, { id: id(4).toUpperCase() }] },
      '/accounts/1/id is the id of /accounts/0',
    ],
    [
      'two plans with one id',
      {
        ...shop,
        plans: [
          { id: id(4), name: 'A' },
          { id: id(4), name: 'B' },
        ],
      },
      '/plans/1/id is the id of /plans/0',
    ],

    [
      'two nodes with one id',
      withNodes({}, {}),
      '/hierarchies/0/nodes/1/id is the id of /hierarchies/0/nodes/0 (shop.yaml) as well; give one of them another id.',
    ],
    ['an invalid id', { ...shop, accounts: [{ id: 'me' }] }, '/accounts/0/id'],
    [
      'two products with one id',
      { ...shop, products: { ...shop.products, tipi: shop.products.dome } },
      '/products/tipi/id is the id of /products/dome (shop.yaml) as well',
    ],
  ])('is rejected with %s', (_, value, message) => {
    expect(() => buildCatalog(value, 'shop.yaml')).toThrow(message);
  });
});
