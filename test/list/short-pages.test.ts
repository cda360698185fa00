import { describe, expect, it } from 'vitest';
import { brokenMusts, checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

type Tool = { readonly id: number; readonly state: string; readonly name: string };

const tools = Array.from(
  { length: 44 },
  (_, id): Tool => ({
    id,
    state: id % 3 === 0 ? 'new' : 'used',
    name: `n${String((id * 37) % 44).padStart(3, '0')}`,
  }),
);

const keywords = {
  offset: 'offset: offset',
  page: 'pageIndex: page',
} as const;

/** What a server that shows at most 20 tools on a page breaks, and the verdict on its totals. */
async function verdictsOn(
  paging: keyof typeof keywords,
  hasTotal: boolean,
  wrong: { readonly total?: number; readonly isKept?: (tool: Tool) => boolean } = {},
) {
  const contract = await loadDocument(
    listingAt('/tools', 'listTools', {
      list: `items: /items, identifier: /id, pageSize: limit, ${keywords[paging]}, fullPages: false,
        ${hasTotal ? 'total: /total,' : ''}
        filter: { template: '{attribute}={value}', queryables: { state: /state }, operators: [eq] },
        sort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { name: /name } }`,
      query: {
        limit: 'type: integer, minimum: 1',
        [paging]: `type: integer, minimum: ${paging === 'page' ? 1 : 0}`,
        state: 'type: string',
        sort: 'type: string',
      },
      page: `type: object, required: [items], properties: { total: { type: integer }, items: { type: array,
        items: { type: object, required: [id], properties: { id: { type: integer }, state: { type: string }, name: { type: string } } } } }`,
    }),
  );
  const report = await checkListing(contract, 'listTools', async ({ target }) => {
    const query = new URL(target, 'http://server').searchParams;
    const limit = Math.min(20, Number(query.get('limit') ?? 20));
    const offset =
      paging === 'page' ? (Number(query.get('page') ?? 1) - 1) * limit : Number(query.get('offset') ?? 0);
    const state = query.get('state');
    const sort = query.get('sort');
    const { total, isKept = () => true } = wrong;
    const found = tools.filter((tool) => state === null || (tool.state === state && isKept(tool)));
    if (sort) found.sort((one, other) => (one.name < other.name ? -1 : 1) * (sort.startsWith('-') ? -1 : 1));
    const items = found.slice(offset, offset + limit);
    return jsonResponse(200, hasTotal ? { items, total: total ?? found.length } : { items });
  });
  const verdicts = new Map(report.results.map(({ rule, verdict }) => [rule.split('/')[1], verdict]));
  return {
    broken: brokenMusts(report),
    on: (name: string) => verdicts.get(name),
    open: [...verdicts].filter(([, verdict]) => verdict === 'inconclusive').map(([name]) => name),
  };
}

describe.each(['offset', 'page'] as const)('pages by %s that may be short', (paging) => {
  it.each([true, false])('may be cut off where the server likes (with a total: %j)', async (hasTotal) => {
    const { broken, on, open } = await verdictsOn(paging, hasTotal);
    expect({ broken, open }).toEqual({ broken: [], open: [] });
    expect(on('filter-eq-state-only')).toBe('pass');
  });

  it('do not hide that a filter loses a record', async () => {
    const { broken } = await verdictsOn(paging, true, { isKept: ({ id }) => id !== 6 });
    expect(broken).toContain('listTools/filter-eq-state-all');
  });
});

it('pages that may be short do not hide that the total is another one under a filter', async () => {
  expect((await verdictsOn('offset', true, { total: 45 })).broken).toEqual(['listTools/total-filter']);
});
