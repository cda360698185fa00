import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Catalog, type CatalogFile, pathOfNode } from '../../../spec/stub/catalog.ts';
import { loadCatalog, shop } from '../../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../../spec/stub/parts.ts';
import { isLost } from '../../../src/http/exchange.ts';
import { choicesNamed } from '../../../src/stub/choices.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { catalog, contract } from '../shop-stub.ts';

const emptyFolder = () => mkdtemp(join(tmpdir(), 'assay-lines-'));

const lines = (products: readonly object[]): string =>
  products.map((product) => `${JSON.stringify(product)}\n`).join('');

describe('the shop with a product a line', () => {
  let folder = '';
  let inLines: Catalog;
  beforeAll(async () => {
    folder = await emptyFolder();
    const { products = {}, ...rest } = (await readYaml(shop)).value as CatalogFile;
    const keyed = Object.entries(products).map(([key, product]) => ({ key, ...product }));
    await writeFile(join(folder, 'products.ndjson'), lines(keyed));
    await writeFile(join(folder, 'shop.json'), JSON.stringify(rest));
    inLines = await loadCatalog(folder, contract);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const queries = [
    '',
    '?page%5Blimit%5D=3&page%5Boffset%5D=2',
    '?filter=eq(slug,dome)',
    '?page%5Blimit%5D=100',
  ];

  it.each(['default', 'contrary', 'random:1', 'random:2', 'random:3', 'random:4'])(
    'is listed byte for byte as it is with all of them in one map (choices %s)',
    async (name) => {
      const [one, other] = [catalog, inLines].map((served) =>
        createStub({
          contract,
          parts: stubPartsOf(served),
          choices: choicesNamed(contract, name) ?? {},
          seed: 1,
        }),
      );
      const [someone] = catalog.products.values();
      for (const hierarchy of catalog.hierarchies)
        for (const node of hierarchy.nodes)
          for (const query of [
            ...queries,
            `?filter=in(id,${someone?.id})`,
            `?filter=eq(name,${node.name})`,
          ]) {
            const target = `${pathOfNode(contract, hierarchy.id, node.id)}${query}`;
            const request = { method: 'GET', target, headers: [['authorization', 'Bearer any']] as const };
            const [expected, found] = [await one?.transport(request), await other?.transport(request)];
            if (!expected || !found || isLost(expected) || isLost(found)) throw new Error('no reply');
            expect(Buffer.from(found.body).toString()).toBe(Buffer.from(expected.body).toString());
            expect(found.status).toBe(expected.status);
          }
    },
  );

  it('has the same products by id', () => {
    const ids = [...catalog.products].map(([id]) => id);
    expect([...inLines.products].map(([id]) => id)).toEqual(ids);
    for (const id of ids) {
      const { attributes, meta, relationships } = inLines.products.get(id) ?? {};
      expect({ id, attributes, meta, relationships }).toMatchObject(catalog.products.get(id) ?? {});
    }
    expect(inLines.products.get('none')).toBeUndefined();
  });
});

describe('files with a product a line', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await emptyFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const id = (last: number) => `a55a4000-0000-4000-8000-00000000000${last}`;
  const product = (last: number, attributes: object = {}) => ({
    id: id(last),
    attributes: { status: 'live', name: `Tent ${last}`, slug: `tent-${last}`, ...attributes },
  });
  const write = (name: string, text: string | Buffer) => writeFile(join(folder, name), text);
  const node = (products: unknown) =>
    JSON.stringify({
      hierarchies: [{ id: id(8), name: 'All', nodes: [{ id: id(9), name: 'Tents', products }] }],
    });

  it('are named by the nodes that hold all of their products, in the order of the lines', async () => {
    await write('tents.ndjson', lines([product(2), product(1)]));
    await write('more.ndjson', lines([product(3)]).trimEnd());
    await write('shop.json', node('tents.ndjson'));
    const loaded = await loadCatalog(folder, contract);
    expect(loaded.hierarchies[0]?.nodes[0]?.products.map((one) => one.id)).toEqual([id(2), id(1)]);
    expect([...loaded.products.values()].map((one) => one.id)).toEqual([id(3), id(2), id(1)]);
  });

  it('may hold lines that lie across two reads', async () => {
    const long = Array.from({ length: 3000 }, (_, index) => ({
      id: `a55a4000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      attributes: { status: 'live', name: `Zelt № ${index}`, description: 'ö'.repeat(300) },
    }));
    await write('tents.ndjson', lines(long));
    await write('shop.json', node('tents.ndjson'));
    const loaded = await loadCatalog(folder, contract);
    const shown = loaded.hierarchies[0]?.nodes[0]?.products.map(({ id, attributes }) => ({ id, attributes }));
    expect(shown).toEqual(long);
    expect((await readFile(join(folder, 'tents.ndjson'))).byteLength).toBeGreaterThan(1_048_576);
  });

  it.each<[string, string | Buffer, string]>([
    ['a line that is not JSON', `${lines([product(1)])}{"id":\n`, ':2: is not JSON; write one product there'],
    ['an empty line', `\n${lines([product(1)])}`, ':1: is not JSON; write one product there, in one line.'],
    ['a line that is no product', '[]\n', ':1: the product must be object; fix it there.'],
    [
      'an unknown member',
      lines([product(1), { ...product(2), colour: 'red' }]),
      ':2: /colour is an unknown field',
    ],
    ['a missing member', lines([{ id: id(1) }]), ":1: the product must have required property 'attributes'"],
    [
      'an id that is none',
      lines([{ ...product(1), id: 'me' }]),
      ':1: /id must match format "uuid"; fix it there.',
    ],
    [
      'a product that violates the contract',
      lines([product(1), product(2, { status: 'alive' })]),
      ':2: /attributes/status must be equal to one of the allowed values according to the contract (node-products/product-status); fix it there.',
    ],
    [
      'a key twice',
      lines([
        { key: 'a', ...product(1) },
        { key: 'a', ...product(2) },
      ]),
      ':2: /key is the key of FILE:1 as well; give one of them another key.',
    ],
    [
      'an id twice, in another case',
      lines([product(1), product(2), { ...product(3), id: id(1).toUpperCase() }]),
      ':3: /id is the id of FILE:1 as well; give one of them another id.',
    ],
    [
      'a slug twice',
      lines([product(1), product(2, { slug: 'tent-1' })]),
      ':2: /attributes/slug is the slug of FILE:1 as well; give one of them another slug.',
    ],
    ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), ':1: is not UTF-8; save it as UTF-8.'],
    ['a line that never ends', ' '.repeat(1_200_000), ':1: is longer than 1 MiB; split it.'],
    [
      'a line too deep',
      `${'['.repeat(600)}${']'.repeat(600)}`,
      ':1: nests deeper than 500 levels; flatten it.',
    ],
  ])('are rejected with file and line for %s', async (_, text, message) => {
    await write('tents.ndjson', text);
    const file = join(folder, 'tents.ndjson');
    await expect(loadCatalog(folder, contract)).rejects.toThrow(`${file}${message.replace('FILE', file)}`);
  });

  it.each(['sku', 'slug'])('share no %s with the other files', async (name) => {
    await write('tents.ndjson', lines([product(1), product(2, { [name]: 'twice' })]));
    await write('shop.yaml', JSON.stringify({ products: { tipi: product(3, { [name]: 'twice' }) } }));
    await expect(loadCatalog(folder, contract)).rejects.toThrow(
      `shop.yaml:1: /products/tipi/attributes/${name} is the ${name} of ${join(folder, 'tents.ndjson')}:2 as well`,
    );
  });

  it('share no id and no key with the other files', async () => {
    await write('tents.ndjson', lines([{ key: 'dome', ...product(1) }]));
    await write('shop.yaml', JSON.stringify({ products: { tipi: { ...product(3), id: id(1) } } }));
    await expect(loadCatalog(folder, contract)).rejects.toThrow(`/products/tipi/id is the id of`);
    await write('shop.yaml', JSON.stringify({ products: { dome: product(3) } }));
    await expect(loadCatalog(folder, contract)).rejects.toThrow(`/products/dome is the key of`);
  });

  it('are asked for by nodes only where they are', async () => {
    await write('shop.json', node('tents.ndjson'));
    await expect(loadCatalog(folder, contract)).rejects.toThrow(
      '/hierarchies/0/nodes/0/products names the file "tents.ndjson", which is not in the folder of this catalog; add it there.',
    );
    await write('shop.json', node('tents.txt'));
    await expect(loadCatalog(folder, contract)).rejects.toThrow('/products must match pattern');
  });
});
