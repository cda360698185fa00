// Where the last page begins to which links lead.

import { describe, expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { type Choices, withDefaults } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { brokenMusts, checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';

const contract = await loadDocument(
  listingAt('/books', 'listBooks', {
    list: 'items: /data, identifier: /id, offset: offset, pageSize: limit, order: [id asc], total: /total, links: /links',
    query: { offset: 'type: integer, minimum: 0', limit: 'type: integer, minimum: 1, maximum: 100' },
    page: `type: object, properties: { total: { type: integer }, links: { type: object }, data: { type: array,
      items: { type: object, required: [id], properties: { id: { type: string } } } } }`,
  }),
);

const count = 63;
const records = Array.from({ length: count }, (_, index) => ({ id: `b${100 + index}` }));

type Begin = (page: { readonly limit: number; readonly offset: number }) => number;

/** Serves books; `begin` says where the last page begins, if it is not the stub's choice. */
async function brokenBy(choices: Partial<Choices>, begin?: Begin): Promise<string[]> {
  const data = await loadSampleData(contract, { collections: [{ list: 'listBooks', records }] });
  const stub = createStub({
    ...data,
    choices: withDefaults(contract, choices),
    seed: 'last',
    journal: false,
  }).transport;
  const transport: Transport = async (request) => {
    const response = await stub(request);
    const search = new URL(request.target, 'http://server').searchParams;
    const limit = Number(search.get('limit'));
    if (!begin || limit === 0 || !('body' in response) || response.status !== 200) return response;
    const page = JSON.parse(Buffer.from(response.body).toString());
    const offset = begin({ limit, offset: Number(search.get('offset') ?? 0) });
    if (page.links.last) page.links.last = `?offset=${offset}&limit=${limit}`;
    return { ...response, body: Buffer.from(JSON.stringify(page)) };
  };
  return brokenMusts(await checkListing(contract, 'listBooks', transport, { seed: 1 }));
}

describe('the last page', () => {
  it.each(['aligned', 'tail', 'reached'] as const)('may begin where it is %s', async (option) => {
    expect(await brokenBy({ 'last-page': option })).toEqual([]);
  });

  it.each<[string, Begin]>([
    ['within the page before', ({ limit }) => Math.floor((count - 1) / limit) * limit - 1],
    ['with the last record', () => count - 1],
    ['a record before a multiple of the limit', ({ limit }) => Math.floor(count / limit) * limit - 1],
    ['where the previous would', ({ limit }) => Math.floor((count - 1) / limit) * limit - limit],
  ])('may not begin %s', async (_, begin) => {
    expect(await brokenBy({}, begin)).toContain('listBooks/links-last');
  });
});
