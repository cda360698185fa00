import { expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { brokenMusts, checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';

const records = Array.from({ length: 23 }, (_, index) => ({ id: `b${100 + index}` }));

/** What a server breaks that reads a page number, if there is one, instead of the offset. */
async function brokenWith(page: string): Promise<string[]> {
  const contract = await loadDocument(
    listingAt('/books', 'listBooks', {
      list: 'items: $response.body, identifier: /id, offset: offset, pageSize: limit, order: [id asc]',
      query: {
        offset: 'type: integer, minimum: 0',
        limit: 'type: integer, minimum: 1, maximum: 100',
        page,
      },
      page: 'type: array, items: { type: object, required: [id], properties: { id: { type: string } } }',
    }),
  );
  const data = await loadSampleData(contract, { collections: [{ list: 'listBooks', records }] });
  const stub = createStub({ ...data, seed: 'pages' }).transport;
  const transport: Transport = (request) => {
    const { searchParams } = new URL(request.target, 'http://server');
    const number = Number(searchParams.get('page') ?? Number.NaN);
    if (!(number >= 1)) return stub(request);
    searchParams.delete('page');
    searchParams.set('offset', String((number - 1) * Number(searchParams.get('limit') ?? 100)));
    return stub({ ...request, target: `/books?${searchParams}` });
  };
  return brokenMusts(await checkListing(contract, 'listBooks', transport, { seed: 1 }));
}

it.each(['type: integer, minimum: 1', 'type: integer, minimum: 1, maximum: 5', 'type: integer, example: 2'])(
  'a page number beside the offset is another way to page: %s',
  async (page) => {
    expect(await brokenWith(page)).toEqual([]);
  },
);
