import { expect, test } from 'vitest';
import { mostCollections } from '../../conformance/engine/sample-collections.ts';
import type { Catalog, CatalogNode } from '../../spec/stub/catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { catalog } from '../sample-catalog.ts';
import { contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const shelves = catalog.hierarchies.flatMap(({ nodes }) => nodes);
const [hierarchy] = catalog.hierarchies;

/** A UUID for a number. */
const numbered = (start: string, number: number): string =>
  `${start}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The shop with other nodes in it. */
const shopOf = (nodes: readonly CatalogNode[]): Catalog => ({
  ...catalog,
  hierarchies: hierarchy ? [{ ...hierarchy, nodes }] : [],
});

/** A check of a shop, and the nodes that were asked for. */
async function check(shop: Catalog, seed: number, only: readonly string[] = []) {
  const stub = createStub({ contract, parts: stubPartsOf(shop), seed: 'growth' });
  const asked = new Set<string>();
  const transport: Transport = (request) => {
    const [, node] = /\/nodes\/([^/]+)\//.exec(request.target) ?? [];
    if (node !== undefined && shop.hierarchies[0]?.nodes.some(({ id }) => id === node)) asked.add(node);
    return stub.transport(request);
  };
  const report = await checkOf(contract, targetOfCatalog(shop, 'http://localhost'), transport, {
    seed,
    only,
  });
  return { report, asked: [...asked].toSorted() };
}

test('of two hundred collections some are looked at, drawn by the seed, and the report says so', async () => {
  const many = Array.from({ length: 200 }, (_, index): CatalogNode[] => {
    const shelf = shelves[index % shelves.length];
    return shelf ? [{ ...shelf, id: numbered('50de0000', index) }] : [];
  }).flat();
  const one = await check(shopOf(many), 1);
  expect(one.report.headline).toMatchObject({ verdict: 'conforms' });
  expect(one.report.headline.why).toContain(`sampled: ${mostCollections} of 200 collections`);
  expect(one.report.sampled).toContain(`${mostCollections} of 200 collections`);
  expect(one.asked).toHaveLength(mostCollections);
  expect(one.report.requests).toBeLessThan(1000);
  const few = ['node-products/served'];
  expect((await check(shopOf(many), 1, few)).asked).toEqual(one.asked);
  expect((await check(shopOf(many), 2, few)).asked).not.toEqual(one.asked);
});

test('of a long collection some small pages are looked at, and the report says so', async () => {
  const [pattern] = shelves.find(({ name }) => name === 'Counter')?.products ?? [];
  if (!pattern) throw new Error('the shop has no counter');
  const products = Array.from({ length: 2000 }, (_, index) => {
    const attributes = {
      ...pattern.attributes,
      name: `Item ${index}`,
      slug: `item-${index}`,
      sku: `I-${index}`,
    };
    return { ...pattern, id: numbered('10e60000', index), attributes };
  });
  const node = { id: numbered('50de0001', 1), name: 'Long', products, curated: [] };
  const second = shelves.find(({ name }) => name === 'Shelter');
  const { report } = await check(shopOf(second ? [node, second] : [node]), 1);
  expect(report.headline).toMatchObject({ verdict: 'conforms' });
  expect(report.sampled).toContainEqual(
    expect.stringMatching(new RegExp(`^\\d+ of \\d+ pages of \\d+ in collection ${node.id}$`)),
  );
  expect(report.requests).toBeLessThan(600);
});
