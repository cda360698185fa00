import { expect, test } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import { collectListings, narrowedTo } from '../../conformance/list/collected-listings.ts';
import { target } from '../engine/small-catalogue.ts';
import { contract } from '../shipped.ts';
import { listingOf } from './listings.ts';
import { pageOf } from './pages.ts';

const first = { operation: 'node-products', values: ['H', 'first'] };
const second = { operation: 'node-products', values: ['H', 'second'] };
const collections = [first, second];

/** A response with a page of the first collection. */
function responseWith(query: { readonly filter?: string }, offset: number): ReadExchange {
  const page = { ...pageOf({ ...query, limit: 1, offset }, 1), collection: first };
  return {
    ...page.exchange,
    operation: 'node-products',
    accepted: true,
    requestContent: { defects: [] },
    body: { json: {} },
    page,
  };
}

test('a product that one collection lists without a filter is known to those with the same parent', () => {
  const evidence = collectListings(contract, { ...target, collections });
  evidence.take(responseWith({}, 1));
  evidence.take(responseWith({ filter: 'eq(name,Tent)' }, 2));
  for (const { knownInParent } of evidence.listings())
    expect([...knownInParent.keys()]).toEqual(['product 1']);
});

test('a collection that lists what this run created does not hold what was declared', () => {
  const [held, other] = [
    { ...first, holds: ['product 0'] },
    { ...second, holds: [] },
  ];
  const evidence = collectListings(contract, { ...target, collections: [held, other] });
  const listed = responseWith({}, 1);
  const page = listed.page && { ...listed.page, collection: held };
  evidence.take({ ...listed, ...(page ? { page } : {}) });
  expect(evidence.listings().map(({ holds }) => holds)).toEqual([['product 0'], []]);
  const { page: _, ...response } = listed;
  evidence.take({ ...response, operation: 'subscription', json: { data: { id: 'product 1' } } });
  expect(evidence.listings().map(({ holds }) => holds)).toEqual([undefined, []]);
});

test('a page of another collection shows what exists, and is not judged as one of its own', () => {
  const [own, other] = collections.map((collection, place) => ({
    ...pageOf({ limit: 1, offset: place }, 1),
    collection,
  }));
  if (!own || !other) throw new Error('two pages were made');
  const listing = listingOf([], { collection: first });
  const narrowed = narrowedTo(listing, [own, other], []);
  expect(narrowed.pages).toEqual([own]);
  expect([...narrowed.knownInParent.keys()]).toEqual(['product 0', 'product 1']);
});
