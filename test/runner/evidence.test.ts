import { expect, test } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import { createEvidence, narrowedTo } from '../../conformance/engine/evidence.ts';
import { contract } from '../../conformance/proof/fixtures.ts';
import { pageOf } from '../list/pages.ts';
import { target } from './small-catalogue.ts';

const first = { hierarchy: 'H', node: 'first' };
const nodes = [first, { hierarchy: 'H', node: 'second' }];

/** A response with a page of the first node. */
function answerWith(query: { readonly filter?: string }, offset: number): ReadExchange {
  const page = { ...pageOf({ ...query, limit: 1, offset }, 1), node: first };
  return {
    ...page.exchange,
    operation: 'node-products',
    accepted: true,
    requestContent: { defects: [] },
    body: { json: {} },
    page,
  };
}

test('a product that one node lists without a filter is live in its hierarchy, for other nodes too', () => {
  const evidence = createEvidence(contract, { ...target, nodes });
  evidence.take(answerWith({}, 1));
  evidence.take(answerWith({ filter: 'eq(name,Tent)' }, 2));
  for (const { liveInHierarchy } of evidence.listings())
    expect([...liveInHierarchy.keys()]).toEqual(['product 1']);
});

test('a page of another node shows what is live, and is not judged as one of its own', () => {
  const [own, other] = [first, { hierarchy: 'H', node: 'second' }].map((node, place) => ({
    ...pageOf({ limit: 1, offset: place }, 1),
    node,
  }));
  if (!own || !other) throw new Error('two pages were made');
  const listing = { node: first, pages: [], others: [], unserved: [], aside: [], liveInHierarchy: new Map() };
  const narrowed = narrowedTo(listing, [own, other], []);
  expect(narrowed.pages).toEqual([own]);
  expect([...narrowed.liveInHierarchy.keys()]).toEqual(['product 0', 'product 1']);
});
