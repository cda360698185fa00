import { describe, expect, it } from 'vitest';
import { isLive } from '../../../src/stub/catalog.ts';
import type { Choices } from '../../../src/stub/choices.ts';
import { componentIds } from '../../../src/stub/node-products/page-writer.ts';
import { ask, catalog, makeStub, nodeNamed } from '../shop-stub.ts';

type Shown = { id: string; attributes: Record<string, unknown>; links: Record<string, string | null> };
type Listing = {
  data: Shown[];
  included: { component_products: Shown[] };
  meta: { results: { total: number } };
};

const shelter = nodeNamed('Shelter');
const kitchen = nodeNamed('Kitchen');
const kits = nodeNamed('Kits');
const maps = nodeNamed('Maps and ropes');
const idsOf = (products: readonly { id: string }[]) => products.map(({ id }) => id);

async function list(path: string, query = '', choices: Partial<Choices> = {}): Promise<Listing> {
  const { status, text } = await ask('GET', `${path}${query}`, { stub: makeStub({ choices }) });
  expect(status).toBe(200);
  return JSON.parse(text);
}

const statusOf = async (target: string) => (await ask('GET', target)).status;

describe('a listing', () => {
  it('shows only live products, curated ones in their order and marked', async () => {
    const { data, meta } = await list(shelter.path);
    expect(idsOf(data)).toEqual(idsOf(shelter.curated.filter(isLive)));
    expect(data.every(({ attributes }) => attributes.curated_product === true)).toBe(true);
    expect(meta.results.total).toBe(data.length);
  });

  it('puts other products after the curated ones, unmarked, in catalog order', async () => {
    const { data } = await list(kitchen.path);
    const others = kitchen.products.filter(
      (product) => isLive(product) && !kitchen.curated.includes(product),
    );
    const unmarked = data.filter(({ attributes }) => !('curated_product' in attributes));
    expect(idsOf(unmarked)).toEqual(idsOf(others));
    expect(data.slice(-others.length)).toEqual(unmarked);
  });

  it.each([
    '?page[offset]=98&page[limit]=7',
    '?page%5Blimit%5D=7&page%5Boffset%5D=98',
    '?page[limit]=%2B7&unknown=1&page%5boffset%5d=98',
  ])('is paged as requested: %s', async (query) => {
    const { data, meta } = await list(maps.path, query);
    const live = maps.products.filter(isLive);
    expect(idsOf(data)).toEqual(idsOf(live.slice(98, 105)));
    expect(meta.results.total).toBe(live.length);
  });

  it('has at most the 100 products that the contract states', async () => {
    expect((await list(maps.path)).data).toHaveLength(100);
    expect((await list(maps.path, '?page[limit]=500')).data).toHaveLength(100);
    expect((await list(maps.path, '?page[offset]=10000')).data).toEqual([]);
  });

  it('has absolute links with filter and limit on each product', async () => {
    const { data } = await list(shelter.path, '?page[limit]=5&page[offset]=5');
    const page = (offset: number) =>
      `http://localhost${shelter.path}?page%5Boffset%5D=${offset}&page%5Blimit%5D=5`;
    expect(data[0]?.links).toEqual({
      current: page(5),
      first: page(0),
      last: page(10),
      prev: page(0),
      next: page(10),
    });
    const [only] = (await list(shelter.path, '?filter=eq(slug,tunnel-4)')).data;
    expect(only?.links).toMatchObject({ last: null, prev: null, next: null });
    expect(only?.links.current).toContain('filter=eq(slug,tunnel-4)&');
  });

  it('includes the live components of the bundles on the page, each once', async () => {
    const { data, included } = await list(kits.path);
    const bundles = kits.products.filter(({ id }) => idsOf(data).includes(id));
    const drafts = [...catalog.products.values()].filter((product) => !isLive(product)).map(({ id }) => id);
    const components = [...new Set(bundles.flatMap(componentIds))];
    expect(idsOf(included.component_products)).toEqual(components.filter((id) => !drafts.includes(id)));
    expect(included.component_products.some((product) => 'links' in product)).toBe(false);
    expect((await list(kits.path, '?page[limit]=1')).included.component_products).toEqual([]);
  });

  it.each([
    ['?filter=eq(name,Kettle)', ['kettle']],
    ['?filter=eq(name,Storm%20stove)', ['storm-stove']],
    ['?filter=eq(name,Storm+stove)', ['storm-stove']],
    ['?filter=eq(name,Kett)', []],
    ['?filter=eq(name,kettle)', []],
    ['?filter=eq(slug,gas-230)', ['gas-230']],
    ['?filter=in(id,8B2670A2-6cf0-4827-afd2-5c6811b263bc)', ['kettle']],
    [
      '?filter=in(id,296d47bc-18f2-4d8f-88a0-b2cd5b0de112,8b2670a2-6cf0-4827-afd2-5c6811b263bc)',
      ['kettle', 'gas-230'],
    ],
    ['?filter=eq(slug,drip-cone)', []],
  ])('shows what matches %s, in listing order', async (query, slugs) => {
    const { data, meta } = await list(kitchen.path, query);
    expect(data.map(({ attributes }) => attributes.slug)).toEqual(slugs);
    expect(meta.results.total).toBe(slugs.length);
  });

  it.each([
    'page[limit]=0',
    'page[limit]=-1',
    'page[limit]=',
    'page[limit]=abc',
    'page[limit]=1.5',
    'page[limit]=10001',
    'page[limit]=99999999999999999999',
    'page[offset]=10001',
    'page[offset]=-1',
    'page[limit]=1&page[limit]=1',
    'filter=',
    'filter=eq(sku,KI-001)',
    'filter=%E0%A4',
    '%',
  ])('is rejected with %s', async (query) => {
    expect(await statusOf(`${kitchen.path}?${query}`)).toBe(400);
  });

  it('reports all problems at once, and the position of an error in a filter', async () => {
    const { text } = await ask('GET', `${kitchen.path}?page[limit]=x&page[offset]=-1&filter=eq(name,a`);
    const problems = JSON.parse(text).errors.map(({ source, detail }: Record<string, object>) => [
      source,
      detail,
    ]);
    expect(problems.map(([source]: [object]) => source)).toEqual([
      { parameter: 'page[offset]' },
      { parameter: 'page[limit]' },
      { parameter: 'filter' },
    ]);
    expect(problems[2][1]).toContain('position 9');
  });

  it('is rejected if an id is not a UUID, and not found if the node does not exist', async () => {
    expect(await statusOf(kitchen.path.replace(kitchen.id, 'kitchen'))).toBe(400);
    expect(await statusOf(kitchen.path.replace(kitchen.id, shelter.id.replace(/^./, '0')))).toBe(404);
    expect(await statusOf(kitchen.path.replace(kitchen.id, kitchen.id.toUpperCase()))).toBe(200);
  });
});
