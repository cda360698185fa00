import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadCatalog } from '../../../spec/stub/load-catalog.ts';
import { UserError } from '../../../src/errors.ts';
import { contract } from '../shop-stub.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(process.cwd(), 'fixtures-'));
});

const id = (last: number) => `a55a4000-0000-4000-8000-00000000000${last}`;
const tents = `
hierarchies:
  - id: ${id(1)}
    name: All
    nodes:
      - { id: ${id(2)}, name: Tents, about: one tent only, products: [dome] }
`;
const dome = { dome: { id: id(3), attributes: { name: 'Dome', status: 'live', slug: 'dome' } } };

const products = `products:\n  dome: { id: ${id(3)}, attributes: { name: Dome, status: live, slug: dome } }\n`;

const write = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

describe('a custom catalog', () => {
  it('may consist of several YAML and JSON files in a folder', async () => {
    await write('tents.yaml', tents);
    await write('products.json', JSON.stringify({ name: 'Corner shop', products: dome }));
    await write('.hidden.yaml', 'no catalog');
    await write('readme.txt', 'no catalog');
    const catalog = await loadCatalog(folder, contract);
    expect(catalog.name).toBe('Corner shop');
    expect(catalog.hierarchies[0]?.nodes[0]).toMatchObject({
      about: 'one tent only',
      products: [{ id: id(3) }],
    });
  });

  it.each<[string, string, string]>([
    ['invalid YAML', 'name: [', 'catalog.yaml:1:8: '],
    ['an unknown member', `${tents}        colour: red\n`, 'catalog.yaml:7:'],
    ['a member of the wrong type', 'name: 7\n', 'catalog.yaml:1: /name must be string'],
    [
      'a missing member',
      'plans:\n  - name: Monthly\n',
      "catalog.yaml:2: /plans/0 must have required property 'id'",
    ],
    [
      'a curated product that is not attached',
      `${tents.replace('products: [dome]', 'products: [], curated: [dome]')}${products}`,
      'catalog.yaml:6: /hierarchies/0/nodes/0/curated/0 is curated but not among the products of its node',
    ],
    [
      'a product named twice',
      `${tents.replace('[dome]', '[dome, dome]')}${products}`,
      '/hierarchies/0/nodes/0/products/1 is the same as item 0',
    ],
    [
      'two nodes with one id',
      `${tents}      - { id: ${id(2)}, name: More, products: [] }\n${products}`,
      '/hierarchies/0/nodes/1/id is the id of /hierarchies/0/nodes/0 (',
    ],
    [
      'two accounts with one id',
      `accounts: [{ id: ${id(4)} }, { id: ${id(4).toUpperCase()} }]\n`,
      '/accounts/1/id is the id of /accounts/0',
    ],
    [
      'two products with one id',
      `products:\n  a: { id: ${id(3)}, attributes: {} }\n  b: { id: ${id(3)}, attributes: {} }\n`,
      '/products/b/id is the id of /products/a (',
    ],
    ['an invalid id', 'accounts: [{ id: me }]\n', '/accounts/0/id'],
    [
      'a missing product',
      tents,
      'catalog.yaml:6: /hierarchies/0/nodes/0/products/0 refers to the product "dome"',
    ],
    [
      'a slug twice',
      `products:\n  dome: { id: ${id(3)}, attributes: { slug: dome } }\n  tipi:\n    id: ${id(4)}\n    attributes:\n      slug: dome\n`,
      'catalog.yaml:6: /products/tipi/attributes/slug is the slug of /products/dome (',
    ],
    [
      'a product that violates the contract',
      `products:\n  dome:\n    id: ${id(3)}\n    attributes:\n      status: alive\n`,
      'catalog.yaml:5: /products/dome/attributes/status must be equal to one of the allowed values according to the contract (node-products/product-status)',
    ],
    [
      'an offering that violates the contract',
      `offerings:\n  - { id: ${id(4)}, name: ab, owner: store, external_product_refs: [], plans: [] }\n`,
      'catalog.yaml:2: /offerings/0/name must NOT have fewer than 3 characters according to the contract',
    ],
    [
      'two products with one sku',
      `products:\n  a: { id: ${id(3)}, attributes: { sku: A } }\n  b: { id: ${id(4)}, attributes: { sku: A } }\n`,
      'catalog.yaml:3: /products/b/attributes/sku is the sku of /products/a (',
    ],
  ])('is rejected with file, line and pointer for %s', async (_, text, message) => {
    const path = await write('catalog.yaml', text);
    await expect(loadCatalog(path, contract)).rejects.toThrow(message);
  });

  it('has its mistakes told all at once', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const products = {
      a: { id, attributes: { name: 'A', sku: 'x', slug: 'no slug!' } },
      b: { id, attributes: { name: 'B', sku: 'x', status: 'livve' } },
    };
    const nodes = [{ id, name: 'N', products: ['a', 'c'], curated: ['b'] }];
    const file = join(folder, 'many.json');
    await writeFile(file, JSON.stringify({ products, hierarchies: [{ id, name: 'H', nodes }] }));
    const error = await loadCatalog(file, contract).catch((caught: UserError) => caught);
    if (!(error instanceof UserError)) throw new Error('no mistake was found');
    const places = [error.message, ...error.lines].map((line) => /: (\/\S+) /.exec(line)?.[1]);
    expect(places.toSorted()).toEqual([
      '/hierarchies/0/nodes/0/curated/0',
      '/hierarchies/0/nodes/0/products/1',
      '/products/a/attributes/slug',
      '/products/b/attributes/sku',
      '/products/b/attributes/status',
      '/products/b/id',
    ]);
  });

  it('is reported missing', async () => {
    await expect(loadCatalog(join(folder, 'none.yaml'))).rejects.toThrow('check the path');
    await mkdir(join(folder, 'empty'));
    await expect(loadCatalog(join(folder, 'empty'))).rejects.toThrow('contains no YAML or JSON file');
  });

  it('may be the shop that ships with assay, which satisfies the contract', async () => {
    const shop = fileURLToPath(new URL('../../../fixtures/shop.yaml', import.meta.url));
    expect((await loadCatalog(shop, contract)).name).toBe('Fernhollow Outfitters');
  });
});
