import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import schema from '../../../spec/stub/catalog.schema.json' with { type: 'json' };
import { operationIn } from '../../../src/contract/operations.ts';
import { at } from '../../../src/json/json.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { contract } from '../shop-stub.ts';

const root = new URL('../../../', import.meta.url);
const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const isCatalog = ajv.compile({ $id: 'catalog', ...schema });
const isLine = ajv.compile({ $ref: 'catalog#/$defs/line' });

describe('the schema of catalogs', () => {
  it.each(['fixtures/shop.yaml', 'examples/stub/kiosk.yaml'])('takes %s', async (path) => {
    const { value } = await readYaml(fileURLToPath(new URL(path, root)));
    isCatalog(value);
    expect(isCatalog.errors).toBeNull();
  });

  it.each([
    { colour: 'red' },
    { accounts: [{ id: 'me' }] },
    { products: { dome: { id: '11f0a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b' } } },
  ])('rejects %j', (value) => {
    expect(isCatalog(value)).toBe(false);
  });

  it('takes a product of the shop as a line, with its key and without', async () => {
    const { value } = await readYaml(fileURLToPath(new URL('fixtures/shop.yaml', root)));
    for (const [key, product] of Object.entries(Object(at(value, 'products')))) {
      expect(isLine(product)).toBe(true);
      expect(isLine({ key, ...Object(product) })).toBe(true);
      expect(isLine({ key, ...Object(product), colour: 'red' })).toBe(false);
    }
  });

  it('knows the attributes of a product that the contract has', () => {
    const product = at(operationIn(contract, 'node-products').response, 'properties', 'data', 'items');
    const attributes = at(product, 'properties', 'attributes', 'properties');
    const known = Object.keys(schema.$defs.product.properties.attributes.properties);
    // A listing adds the mark of curated products.
    expect([...known, 'curated_product'].toSorted()).toEqual(Object.keys(attributes ?? {}).toSorted());
  });

  it('is exported from the place where the compiler puts it, as every other schema', async () => {
    const exported = Object.entries(manifest.exports).filter(([name]) => name.endsWith('.schema.json'));
    const folders = ['src', 'spec', 'conformance'].map(async (folder) =>
      (await readdir(new URL(folder, root), { recursive: true })).map((file) => `${folder}/${file}`),
    );
    const files = (await Promise.all(folders)).flat().filter((file) => file.endsWith('.schema.json'));
    const places = exported.map(([, target]) => (typeof target === 'string' ? target : target.default));
    // The build makes the schemas of choices and target files.
    const built = ['spec/choices.schema.json', 'conformance/target/target.schema.json'];
    const all = new Set([...files, ...built].map((file) => `./dist/${file}`));
    expect(places.toSorted()).toEqual([...all].toSorted());
  });

  it('is named where the shop looks for it, in a checkout and in an installation', async () => {
    const { text } = await readYaml(fileURLToPath(new URL('fixtures/shop.yaml', root)));
    const [, path = ''] = /^# yaml-language-server: \$schema=(.+)$/m.exec(text) ?? [];
    const place = new URL(path, new URL('fixtures/shop.yaml', root));
    expect(existsSync(place)).toBe(true);
    expect(`./dist/${place.href.slice(root.href.length)}`).toBe(manifest.exports['./catalog.schema.json']);
  });
});
