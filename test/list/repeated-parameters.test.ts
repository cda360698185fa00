// Parameters of which each of several values is a pair of its own in the query (`explode`).

import { describe, expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { brokenMusts, checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';

const contract = await loadDocument(
  listingAt('/posts', 'listPosts', {
    list: `items: /data, identifier: /id, offset: offset, pageSize: limit, links: /links, filter: {
      template: '{attribute}={value}',
      queryables: { author: /author, views: /views },
      operators: {
        eq: { means: eq, on: [author, views] },
        ne: { means: ne, on: [author], template: '{attribute}_ne={value}' } } }`,
    query: {
      offset: 'type: integer, minimum: 0',
      limit: 'type: integer, minimum: 1, maximum: 100',
      author: 'type: array, items: { type: string }',
      views: 'type: array, items: { type: integer }',
      author_ne: 'type: array, items: { type: string }',
    },
    page: `type: object, properties: { links: { type: object }, data: { type: array, items: {
      type: object, required: [id, author, views],
      properties: { id: { type: string }, author: { type: string }, views: { type: integer } } } } }`,
  }),
);

const records = Array.from({ length: 40 }, (_, index) => ({
  id: `p${index}`,
  author: `author-${index % 4}`,
  views: index % 5,
}));

type Pairs = [name: string, value: string][];

/** Serves posts; a fault changes what was sent. */
async function served(fault: (pairs: Pairs) => Pairs = (pairs) => pairs) {
  const data = await loadSampleData(contract, { collections: [{ list: 'listPosts', records }] });
  const stub = createStub({ ...data, seed: 'repeated', journal: false }).transport;
  const sent: Pairs[] = [];
  const transport: Transport = (request) => {
    const url = new URL(request.target, 'http://server');
    const pairs = [...url.searchParams];
    sent.push(pairs);
    return stub({ ...request, target: `${url.pathname}?${new URLSearchParams(fault(pairs))}` });
  };
  return { transport, sent };
}

const brokenBy = async (transport: Transport): Promise<string[]> =>
  brokenMusts(await checkListing(contract, 'listPosts', transport, { seed: 1 }));

const isTwice = (pairs: Pairs, name: string): boolean => pairs.filter(([one]) => one === name).length > 1;

/** Of several values of a parameter, only that at a place is read. */
const onlyOne =
  (name: string, place: 'first' | 'last') =>
  (pairs: Pairs): Pairs => {
    const own = pairs.filter(([one]) => one === name);
    const kept = own.at(place === 'first' ? 0 : -1);
    return pairs.filter((pair) => pair[0] !== name || pair === kept);
  };

/** A parameter with several values is ignored. */
const ignoring =
  (name: string) =>
  (pairs: Pairs): Pairs =>
    isTwice(pairs, name) ? pairs.filter(([one]) => one !== name) : pairs;

describe('a filter whose parameter is a list', () => {
  it('is sent with several values, each in a pair of its own', async () => {
    const { transport, sent } = await served();
    expect(await brokenBy(transport)).toEqual([]);
    for (const name of ['author', 'views', 'author_ne'])
      expect(sent).toContainEqual(expect.toSatisfy((pairs: Pairs) => isTwice(pairs, name)));
  });

  it.each([
    ['author', 'first', 'filter-eq-author-all'],
    ['author', 'last', 'filter-eq-author-all'],
    ['views', 'last', 'filter-eq-views-all'],
    ['author_ne', 'first', 'filter-ne-author-only'],
    ['author_ne', 'last', 'filter-ne-author-only'],
  ] as const)('finds any of them: a server that reads of %s the %s fails', async (name, place, rule) => {
    const { transport } = await served(onlyOne(name, place));
    expect(await brokenBy(transport)).toContain(`listPosts/${rule}`);
  });

  it.each([
    ['author', 'filter-eq-author-only'],
    ['author_ne', 'filter-ne-author-only'],
  ])('is not ignored then: %s', async (name, rule) => {
    const { transport } = await served(ignoring(name));
    expect(await brokenBy(transport)).toContain(`listPosts/${rule}`);
  });
});
