import { expect, it } from 'vitest';
import { readRecords } from '../../conformance/list/listed-records.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { queryIn } from '../../src/http/exchange.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { contractOf, documentOf, type Style, styles, things } from './listings.ts';

type Serve = (query: URLSearchParams, requests: number) => JsonObject | number;

/** The ids that are read of a server, and the number of requests. */
async function read(contract: Contract, serve: Serve) {
  const target = resolveTarget(contract, {}, 'http://server');
  let requests = 0;
  const { records } = await readRecords(
    { contract, target },
    { operation: 'listThings', values: [] },
    async (request) => {
      requests += 1;
      const body = serve(queryIn(request.target), requests);
      const [status, json] = typeof body === 'number' ? [body, {}] : [200, body];
      const response = { status, headers: [], body: Buffer.from(JSON.stringify(json)), ms: 1 };
      return { id: requests, request, response };
    },
  );
  return { ids: records && [...records.keys()], requests };
}

/** A page for each token: those that follow are asked for by their numbers. */
const byToken =
  (...pages: readonly JsonObject[]): Serve =>
  (query) =>
    pages[Number(query.get('cursor') ?? 0)] ?? 404;

const [two, three] = [things('a', 'b'), things('c', 'd', 'e')];

it.each<[string, Style, Serve, string[] | undefined]>([
  ['pages by tokens, to the one without', 'token', byToken({ items: two, token: '1' }, { items: three }), ['a', 'b', 'c', 'd', 'e']],
  ['an empty page by a token before others', 'token', byToken({ items: two, token: '1' }, { items: [], token: '2' }, { items: three }), ['a', 'b', 'c', 'd', 'e']],
  ['no pages by tokens that lead back', 'token', byToken({ items: two, token: '1' }, { items: three, token: '1' }), undefined],
  ['no page by a token that is not found', 'token', byToken({ items: two, token: '1' }), undefined],
  ['no records without ids', 'token', byToken({ items: [{ name: 'a' }] }), undefined],
  ['no values other than records', 'token', byToken({ items: ['a'] }), undefined],
  ['pages by offsets, up to the total', 'offset', (query) => ({ items: query.get('offset') === '50' ? three : query.get('offset') === '0' ? two : [], total: 5 }), ['a', 'b', 'c', 'd', 'e']],
  ['no pages by offsets that end before the total', 'offset', () => ({ items: two, total: 5 }), undefined],
  ['pages by offsets without a total, up to an empty one', 'offset', (_, requests) => ({ items: [two, three, []][requests - 1] ?? [] }), ['a', 'b', 'c', 'd', 'e']],
  ['pages by numbers, up to an empty one', 'number', (query) => ({ items: query.get('page') === '2' ? three : query.get('page') === '1' ? two : [] }), ['a', 'b', 'c', 'd', 'e']],
])('reads %s', async (_, style, serve, ids) => {
  expect((await read(await contractOf(style), serve)).ids).toEqual(ids);
}); // biome-ignore format: one line a case

it('reads at most ten pages', async () => {
  const endless: Serve = (_, requests) => ({ items: things(`t${requests}`), token: `${requests}` });
  expect(await read(await contractOf('token'), endless)).toEqual({ ids: undefined, requests: 10 });
});

it('believes no estimate of the total', async () => {
  const contract = await contractOf(
    'own',
    'items: /items\noffset: offset\npageSize: limit\ntotal: { at: /total, counts: estimated }',
  );
  expect((await read(contract, () => ({ items: two, total: 2 }))).ids).toBeUndefined();
});

it('reads nothing that a filter may hide by default', async () => {
  const list = `${styles.token}\nfilter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }`;
  const [plain, byDefault] = ['', ', default: x'].map((more) =>
    documentOf(list).replace(/(name: name, in: query, schema: { type: string)/, `$1${more}`),
  );
  const serve = byToken({ items: two });
  const idsOf = async (text = '') => (await read(await loadDocument(text), serve)).ids;
  expect([await idsOf(plain), await idsOf(byDefault)]).toEqual([['a', 'b'], undefined]);
});
