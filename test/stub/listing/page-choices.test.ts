import { expect, it } from 'vitest';
import { header, isLost } from '../../../src/http/exchange.ts';
import { at } from '../../../src/json/json.ts';
import type { Choices } from '../../../src/stub/choices.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { contractOf, type Style } from '../../list/listings.ts';

const some: Partial<Choices> = { 'default-page-size': 10 };

/** The status of a page, how many records it has, and what else it shows at a place. */
async function pageOf(style: Style, choices: Partial<Choices>, query: string, more = '', ...place: string[]) {
  const contract = await contractOf(style, more);
  const { transport } = createStub({ contract, seed: 'pages', choices: { ...some, ...choices } });
  const headers = [['host', 'localhost']] as const;
  const response = await transport({ method: 'GET', target: `/things${query}`, headers });
  if (isLost(response)) throw new Error(response.detail);
  const { status, body } = response;
  const json: unknown = JSON.parse(Buffer.from(body).toString());
  const items = at(json, 'items');
  const inBody = at(json, ...place);
  const shown = inBody === undefined ? header(response.headers, place[0] ?? '') : inBody;
  return [status, Array.isArray(items) ? items.length : undefined, shown];
}

it.each<[style: Style, choices: Partial<Choices>, query: string, status: number, records?: number]>([
  ['offset', {}, '', 200, 10],
  ['offset', {}, '?limit=0', 400],
  ['offset', { 'limit-zero': 'empty' }, '?limit=0', 200, 0],
  ['offset', { 'limit-zero': 'default' }, '?limit=0', 200, 10],
  ['offset', {}, '?limit=-1', 400],
  ['offset', { 'limit-negative': 'default' }, '?limit=-1', 200, 10],
  ['offset', {}, '?limit=51', 400],
  ['offset', {}, '?offset=-1', 400],
  ['offset', {}, '?offset=9999', 200, 0],
  ['number', {}, '?page=99', 200, 0],
  ['number', { 'page-past-end': 'rejected' }, '?page=99', 404],
  ['token', {}, '?limit=3', 200, 3],
  ['token', { 'short-pages': 'some' }, '?limit=3', 200, 2],
  ['token', { 'short-pages': 'some' }, '?limit=1', 200, 1],
])('%s with %j: %s returns %i and %s records', async (style, choices, query, status, records) => {
  expect((await pageOf(style, choices, query)).slice(0, 2)).toEqual([status, records]);
});

const [links, inHeader] = ['links: /links', 'links: $response.header.Link'];
const here = 'http://localhost/things';

it.each<[choices: Partial<Choices>, query: string, more: string, place: string[], shown: unknown]>([
  [{}, '?limit=2', links, ['links', 'self'], `${here}?offset=0&limit=2`],
  [{}, '?limit=2', links, ['links', 'next'], `${here}?offset=2&limit=2`],
  [{}, '?limit=2&name=a', links, ['links', 'self'], `${here}?name=a&offset=0&limit=2`],
  [{ 'link-form': 'relative' }, '?limit=2', links, ['links', 'next'], '?offset=2&limit=2'],
  [{}, '?offset=9999&limit=2', links, ['links', 'next'], null],
  [{ 'link-fields': 'needed' }, '?offset=9999&limit=2', links, ['links', 'next'], undefined],
  [{ 'link-fields': 'needed' }, '?limit=2', inHeader, ['link'], `<${here}?offset=0&limit=2>; rel="self", <${here}?offset=0&limit=2>; rel="first", <${here}?offset=2&limit=2>; rel="next"`],
])('%j: %s with %s shows at %j %j', async (choices, query, more, place, shown) => {
  expect((await pageOf('offset', choices, query, more, ...place))[2]).toEqual(shown);
}); // biome-ignore format: one line a case

it.each([
  ['absent', undefined],
  ['null', null],
  ['empty', ''],
] as const)('the token of the last page is %s', async (option, last) => {
  const tokenAt = async (query: string) =>
    (await pageOf('token', { 'last-token': option }, `?limit=50${query}`, '', 'token'))[2];
  let token = await tokenAt('');
  for (let pages = 1; typeof token === 'string' && token !== '' && pages < 9; pages += 1)
    token = await tokenAt(`&cursor=${token}`);
  expect(token).toEqual(last);
});
