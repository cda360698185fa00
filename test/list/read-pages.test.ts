import { describe, expect, it } from 'vitest';
import { type Context, createPremises } from '../../conformance/core/context.ts';
import { canSkip, readAllPages } from '../../conformance/list/read-pages.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { contractOf, exchangesOf, listIn, type Style, target, things } from './listings.ts';

/** What a server returns under some places, where it has an offset, a page or a token; 404 elsewhere. */
type Served = Readonly<Record<string, JsonObject>>;

/** The places that a reading in pages of two asks for, and the number of pages that it has. */
async function placesRead(style: Style, served: Served, most?: number): Promise<string> {
  const contract = await contractOf(style);
  const read = exchangesOf(contract);
  const asked: string[] = [];
  const context = {
    contract,
    target,
    ...createPremises([]),
    send: async (request: HttpRequest) => {
      const query = new URL(request.target, 'http://server').searchParams;
      const place = query.get('cursor') ?? query.get('page') ?? query.get('offset') ?? 'first';
      asked.push(place);
      const page = served[place];
      return page ? read(request.target, page) : read(request.target, {}, 404);
    },
  } as unknown as Context;
  const pages = await readAllPages(context, { operation: 'listThings', values: [] }, 2, {}, most);
  return `${asked.join(', ')}: ${pages.length}`;
}

const page = (ids: string, more: JsonObject = {}): JsonObject => ({ items: things(...ids), ...more });

describe('all pages of a listing are read', () => {
  it.each<[string, Style, Served, string]>([
    ['until one is not full', 'offset', { 0: page('ab'), 2: page('c') }, '0, 2: 2'],
    ['until one is empty', 'offset', { 0: page('ab'), 2: page('') }, '0, 2: 1'],
    ['until the first comes again', 'offset', { 0: page('ab'), 2: page('ab') }, '0, 2: 1'],
    ['until one past the total is rejected', 'offset', { 0: page('ab', { total: 2 }) }, '0, 2: 1'],
    [
      'up to the total, although one is not full',
      'offset',
      { 0: page('a', { total: 4 }), 2: page('b', { total: 4 }) },
      '0, 2: 2',
    ],
    ['by numbers', 'number', { 1: page('ab'), 2: page('c') }, '1, 2: 2'],
    [
      'by numbers, of which none is past the total',
      'number without a size',
      { 1: page('ab', { total: 4 }), 2: page('cd', { total: 4 }) },
      '1, 2: 2',
    ],
    ['until no token follows', 'token', { first: page('ab', { token: 't' }), t: page('c') }, 'first, t: 2'],
    [
      'of which one is not full, if a token follows',
      'token',
      { first: page('a', { token: 't' }), t: page('', { token: 'u' }), u: page('b') },
      'first, t, u: 3',
    ],
    [
      'until a token leads back',
      'token',
      { first: page('a', { token: 't' }), t: page('b', { token: 't' }) },
      'first, t: 2',
    ],
    [
      'until a token leads to the same',
      'token',
      { first: page('a', { token: 't' }), t: page('a', { token: 'u' }) },
      'first, t: 2',
    ],
  ])('%s', async (_, style, served, expected) => {
    expect(await placesRead(style, served)).toBe(expected);
  });

  it('as far as they are asked for', async () => {
    expect(await placesRead('offset', { 0: page('ab'), 2: page('cd'), 4: page('e') }, 2)).toBe('0, 2: 2');
  });

  it('if none before the end is rejected', async () => {
    await expect(placesRead('offset', { 0: page('ab', { total: 4 }) })).rejects.toThrow('404');
  });
});

it.each<[Style, number, boolean]>([
  ['offset', 0, true],
  ['offset', 3, true],
  ['number', 4, true],
  ['number', 3, false],
  ['token', 0, true],
  ['token', 4, false],
])('with pages by %s, one from place %i can be asked for by itself: %o', async (style, offset, expected) => {
  expect(canSkip(listIn(await contractOf(style)), { limit: 2, offset })).toBe(expected);
});
