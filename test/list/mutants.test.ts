import { describe, expect, it, test } from 'vitest';
import type { RuleMutant } from '../../conformance/core/rule.ts';
import { filtersBy, listRequest, wholeListing } from '../../conformance/list/mutants.ts';
import { focusedOn } from '../../src/contract/contract.ts';
import type { Header, Transport } from '../../src/http/exchange.ts';
import { at, type Json } from '../../src/json/json.ts';
import { jsonResponse } from '../json-response.ts';
import { conforming, contract, faulty, ruleSet, target } from '../shipped.ts';
import { contractOf, serverOf } from './listing-server.ts';
import { listIn } from './listings.ts';

const list = listIn(focusedOn(contract, 'node-products'));
const [{ values } = { values: [] }] = target.collections;
const path = `/pcm/hierarchies/${values[0]}/nodes/${values[1]}/products`;

const headers: Header[] = [['authorization', `Bearer ${target.token}`]];

describe('a mutant of filters changes those', () => {
  it.each([
    ['eq(name,a)', 'name', undefined, true],
    ['eq(slug,a)', 'name', undefined, false],
    [undefined, 'name', undefined, false],
    ['in(id,1,2)', 'id', /,/, true],
    ['in(id,1)', 'id', /,/, false],
  ])('%s, which filters by %s in the form %s: %s', (filter, key, form, isMeant) => {
    expect(filtersBy({ filter, list }, key, form)).toBe(isMeant);
  });
});

test.each(['github', 'jsonapi', 'offset', 'tokens', 'django'] as const)(
  'a mutant that changes a whole listing reads all of it: %s',
  async (style) => {
    const own = focusedOn(await contractOf(style), 'listThings');
    const request = { method: 'GET', target: '/things', headers: [] };
    const { records } = await wholeListing(serverOf(style), request, listRequest(request, own));
    expect(new Set(records.map(({ id }) => id)).size).toBe(47);
  },
);

const mutantCalled = (name: string): RuleMutant => {
  const mutant = ruleSet.rules.flatMap(({ mutants }) => mutants).find((one) => one.name === name);
  if (!mutant) throw new Error(`no mutant is called ${name}`);
  return mutant;
};

/** The products of a page of a server, and those of another server in their place. */
async function listedBy(servers: readonly Transport[], query = ''): Promise<[Json, Json][]> {
  const [before = [], after = []] = await Promise.all(
    servers.map(async (transport) => {
      const response = await transport({ method: 'GET', target: `${path}?${query}`, headers });
      const { data }: { readonly data: Json[] } =
        'body' in response ? JSON.parse(`${Buffer.from(response.body)}`) : {};
      return data;
    }),
  );
  return before.map((product, place) => [product, after[place] ?? null]);
}

const isOther = ([before, after]: readonly [Json, Json]): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

it.each([
  ['page[limit]=3&page[offset]=0', 0],
  ['page[limit]=3&page[offset]=1', 1],
  ['page[limit]=10&page[offset]=1', 0],
  ['page[limit]=3&page[offset]=1&filter=eq(type,product)', 0],
])('a mutant ends a small page that is not the first in a foreign product: %s', async (query, count) => {
  const mutant = mutantCalled("a part of a collection ends in another collection's product");
  const listed = await listedBy([conforming(), faulty(mutant)], query);
  expect(listed.filter(isOther)).toHaveLength(count);
});

it.each([
  ['a product whose variations are empty shows itself as a parent', ['none', 'empty']],
  ['a product with variations shows itself as a standard product', ['one']],
])('a mutant changes some products only: %s', async (name, changed) => {
  const data = Object.entries({ none: [], empty: {}, one: [{}], absent: undefined }).map(
    ([id, variations]) => ({
      ...{ id, type: 'product', attributes: { name: id, variations } },
    }),
  );
  const server: Transport = async () => jsonResponse(200, { data, meta: { total: data.length } });
  const mutant = mutantCalled(name);
  if (!('wire' in mutant)) throw new Error('it changes no responses');
  const listed = await listedBy([server, mutant.wire(server, contract)]);
  expect(listed.filter(isOther).map(([before]) => at(before, 'id'))).toEqual(changed);
});
