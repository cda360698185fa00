import { expect, test } from 'vitest';
import { listRequest, respondWith, withQuery } from '../../conformance/list/mutants.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { brokenMusts, checkOf } from '../check-of.ts';
import { catalog } from '../sample-catalog.ts';
import { contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** A catalog with a single plain name among names with spaces, which contain every sign, and with a single long slug. */
const names = ['Mug 1', 'Salt-Mill 2.0', 'T_Shirt No 3', 'Teapot', 'Fish Basket XL'];
const [hierarchy] = catalog.hierarchies;
const counter = catalog.hierarchies.flatMap(({ nodes }) => nodes).find(({ name }) => name === 'Counter');
const [pattern] = counter?.products ?? [];
if (!hierarchy || !counter || !pattern) throw new Error('the sample catalog has no counter');
const products = names.map((name, index) => ({
  ...pattern,
  id: `50de0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  attributes: {
    ...pattern.attributes,
    name,
    slug: `a-${index}`.padEnd(index === 2 ? 150 : 3, 'x'),
    sku: `${index}`,
  },
}));
const small = {
  ...catalog,
  hierarchies: [{ ...hierarchy, nodes: [{ ...counter, products, curated: [] }] }],
};

const rejectsNames = respondWith(400)(({ filter = '' }) => filter.startsWith('eq(name,'));
const cutsValues: Mutant = (next, contract) => (request) => {
  const { filter = '', list } = listRequest(request, contract);
  return next(
    filter.length > 100 ? withQuery(request, { filter: `${filter.slice(0, 100)})` }, list) : request,
  );
};

test.each<[string, Mutant, string]>([
  ['rejects filters for names', rejectsNames, 'node-products/filter-served'],
  ['cuts filter values after a hundred characters', cutsValues, 'node-products/filter-eq-slug-all'],
])('a server that %s is found by the only value that shows it', async (_, mutant, broken) => {
  const { transport } = createStub({ contract, parts: stubPartsOf(small), mutants: [mutant] });
  const only = ['node-products/filter-*'];
  const report = await checkOf(contract, targetOfCatalog(small, 'http://localhost'), transport, { only });
  expect(brokenMusts(report)).toContain(broken);
});
