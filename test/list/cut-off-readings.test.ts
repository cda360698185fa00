import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const contract = await loadDocument(
  listingAt('/tools', 'listTools', {
    list: `items: /data, identifier: /id, pageSize: limit, inputToken: cursor, outputToken: /next,
      sort: { asc: 'sort={attribute}&order=asc', desc: 'sort={attribute}&order=desc', sortables: { effort: /effort } }`,
    query: {
      limit: 'type: integer, minimum: 1, maximum: 25, default: 10',
      cursor: 'type: string',
      sort: 'type: string',
      order: 'enum: [asc, desc]',
    },
    page: `type: object, required: [data, next], properties: { next: { type: [string, 'null'] }, data: { type: array,
      items: { type: object, required: [id], properties: { id: { type: integer }, effort: { type: integer } } } } }`,
  }),
);

type Tool = { readonly id: number; readonly effort: number };

const tools = Array.from({ length: 43 }, (_, id): Tool => ({ id, effort: (id * 7) % 11 }));

type Asked = { readonly isSorted: boolean; readonly isDescending: boolean; readonly limit: number };

/** Sorted tools as a server lists them: what it has for a request, and whether its page is the last of all. */
type Serving = {
  readonly listed?: (sorted: readonly Tool[], asked: Asked) => readonly Tool[];
  readonly endsWith?: (asked: Asked) => boolean;
};

async function verdictsOn({ listed = (sorted) => sorted, endsWith = () => false }: Serving, seed: number) {
  const transport: Transport = async (request) => {
    const query = new URL(request.target, 'http://server').searchParams;
    const [limit, offset] = [Number(query.get('limit') ?? 10), Number(query.get('cursor') ?? 0)];
    if (!(limit >= 1 && limit <= 25) || Number.isNaN(offset)) return jsonResponse(400, {});
    const isDescending = query.get('order') === 'desc';
    const asked = { isSorted: query.has('sort'), isDescending, limit };
    const sorted = asked.isSorted ? tools.toSorted((one, other) => one.effort - other.effort) : tools;
    const all = listed(isDescending ? sorted.toReversed() : sorted, asked);
    const end = offset + limit;
    const next = end < all.length && !endsWith(asked) ? String(end) : null;
    return jsonResponse(200, { data: all.slice(offset, end), next });
  };
  const { results } = await checkListing(contract, 'listTools', transport, { seed });
  const isBroken = (name: string): boolean =>
    results.some(({ rule, verdict }) => rule === `listTools/${name}` && verdict === 'fail');
  return ['token-on-every-page', 'sort-descending', 'sort-same-records'].filter(isBroken);
}

const seeds = [1, 2, 3, 4, 5, 6];

it.each(seeds)('blames no sort for a largest page that ends each listing, with the seed %d', async (seed) => {
  expect(await verdictsOn({ endsWith: ({ limit }) => limit === 25 }, seed)).toEqual(['token-on-every-page']);
});

it.each(seeds)(
  'blames no sort for a largest page that ends sorted listings, with the seed %d',
  async (seed) => {
    const endsWith = ({ limit, isSorted }: Asked): boolean => limit === 25 && isSorted;
    expect(await verdictsOn({ endsWith }, seed)).toEqual(['token-on-every-page']);
  },
);

it('still blames a sort that leaves out records on pages of each size', async () => {
  const listed: Serving['listed'] = (sorted, { isSorted }) => (isSorted ? sorted.slice(0, 20) : sorted);
  expect(await verdictsOn({ listed }, 1)).toContain('sort-same-records');
});

it('still blames a descending sort that has other values', async () => {
  const listed: Serving['listed'] = (sorted, { isSorted, isDescending }) =>
    isSorted && isDescending ? [...sorted.slice(1), ...sorted.slice(-1)] : sorted;
  expect(await verdictsOn({ listed }, 1)).toContain('sort-descending');
});
