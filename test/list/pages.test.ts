import { describe, expect, it } from 'vitest';
import { nextOf, readingOf } from '../../conformance/list/complete-reading.ts';
import { listingRequest, pageWords, queryOf, wholePage } from '../../conformance/list/query.ts';
import { contractOf, readerOf, type Style, things } from './listings.ts';

const target = { baseUrl: 'http://127.0.0.1', headers: [], tokens: {} };

/** The target of the request for a page of a style. */
const asked = async (style: Style, query: Parameters<typeof listingRequest>[2]): Promise<string> => {
  const contract = await contractOf(style);
  const needed = { contract, target } as unknown as Parameters<typeof listingRequest>[0];
  return listingRequest(needed, { operation: 'listThings', values: [] }, query).target;
};

describe('a page is asked for', () => {
  it.each<[Style, string]>([
    ['offset', '/things?offset=10&limit=5'],
    ['number', '/things?page=3&limit=5'],
    ['number without a size', '/things?page=1'],
  ])('by %s', async (style, expected) => {
    const offset = style === 'number without a size' ? 0 : 10;
    expect(await asked(style, { limit: 5, offset })).toBe(expected);
  });

  it('by the token of the page before; the first has none', async () => {
    expect(await asked('token', { limit: wholePage, offset: 0 })).toBe('/things?limit=50');
    expect(await asked('token', { limit: 5, offset: 5, token: 'a/b' })).toBe('/things?cursor=a%2Fb&limit=5');
  });
});

describe('records of several pages', () => {
  const filter = "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }";
  const named = (id: string, name: string) => ({ items: [{ id, name }] });

  it('are one object where they are equal, and never where a value differs', async () => {
    const read = readerOf(await contractOf('offset', filter));
    const [first] = read('?offset=0', named('a', 'Tent')).items;
    expect(first?.values).toEqual({ name: 'Tent' });
    expect(read('?offset=1', named('a', 'Tent')).items[0]).toBe(first);
    expect(read('?offset=2', named('a', 'Lamp')).items[0]?.values).toEqual({ name: 'Lamp' });
  });
});

describe('where a page begins is known', () => {
  it.each<[Style, string, number | undefined]>([
    ['offset', '?offset=10&limit=5', 10],
    ['number', '?page=3&limit=5', 10],
    ['number', '?page=1', 0],
    ['number', '?page=0&limit=5', undefined],
    ['number', '?page=3', undefined],
    ['token', '?limit=5', 0],
    ['token', '?cursor=abc&limit=5', undefined],
  ])('of %s %s', async (style, query, offset) => {
    const read = queryOf(await contractOf(style), { method: 'GET', target: `/things${query}`, headers: [] });
    expect([read.offset, read.isDefined]).toEqual([offset, offset !== undefined]);
  });

  it('of a token as soon as a page returned it, for the same filter only', async () => {
    const read = readerOf(await contractOf('token'));
    expect(read('?limit=2', { items: things('a', 'b'), token: 't' }).query.offset).toBe(0);
    expect(read('?limit=2&cursor=t', { items: things('c') }).query.offset).toBe(2);
    expect(read('?limit=9&cursor=t', { items: things('c') }).query.offset).toBe(2);
    expect(read('?limit=2&cursor=t&name=x', { items: things('c') }).query.offset).toBeUndefined();
  });

  it('of a token in a link to the next page', async () => {
    const read = readerOf(await contractOf('token'));
    read('?limit=2', { items: things('a', 'b'), token: 'http://127.0.0.1/things?limit=2&cursor=t%2F1' });
    expect(read('?limit=2&cursor=t%2F1', { items: things('c') }).query.offset).toBe(2);
  });

  it('of a number without a size, after the pages before it', async () => {
    const read = readerOf(await contractOf('number without a size'));
    read('?page=1', { items: things('a', 'b', 'c'), total: 5 });
    expect(read('?page=2', { items: things('d', 'e'), total: 5 }).query.offset).toBe(3);
  });
});

describe('a page says', () => {
  it('its total in the body or in a header', async () => {
    const body = { items: things('a'), total: 7 };
    expect(readerOf(await contractOf('offset'))('', body).total).toBe(7);
    expect(readerOf(await contractOf('number'))('', body, [['x-total-count', '9']]).total).toBe(9);
    expect(readerOf(await contractOf('number'))('', body).total).toBeUndefined();
  });

  it('which is the next: by its size, or by its token', async () => {
    const offset = readerOf(await contractOf('offset'));
    expect(nextOf(offset('?offset=4&limit=2', { items: things('e', 'f') }))).toEqual({ offset: 6 });
    expect(nextOf(offset('?offset=4&limit=2', { items: things('e') }))).toBeUndefined();
    const token = readerOf(await contractOf('token'));
    expect(nextOf(token('?limit=2', { items: things('a'), token: 't' }))).toEqual({ offset: 1, token: 't' });
    expect(nextOf(token('?limit=2&cursor=t', { items: things('b', 'c') }))).toBeUndefined();
  });

  it.each([{}, { token: null }, { token: '' }])('that none follows by %o', async (last) => {
    const read = readerOf(await contractOf('token'));
    expect(read('?limit=2', { items: things('a'), ...last }).next).toBeUndefined();
  });

  it('in words how it was asked for', async () => {
    const read = readerOf(await contractOf('number'));
    const { query } = read('?page=3&limit=5', { items: [] });
    expect(pageWords(query)).toBe('limit=5&page=3');
  });
});

describe('a reading of all pages', () => {
  it('has the pages of the largest size from the first to the last', async () => {
    const read = readerOf(await contractOf('token'));
    const pages = [
      read('?limit=50', { items: things('a', 'b'), token: 't' }),
      read('?limit=2', { items: things('a', 'b'), token: 't' }),
      read('?limit=50&cursor=t', { items: [], token: 'u' }),
      read('?limit=50&cursor=u', { items: things('c') }),
    ];
    const { items, isComplete } = readingOf({ pages });
    expect([items.map(({ id }) => id), isComplete]).toEqual([['a', 'b', 'c'], true]);
  });

  it('is not complete without its end, nor if a record comes twice', async () => {
    const read = readerOf(await contractOf('token'));
    const first = read('?limit=50', { items: things('a'), token: 't' });
    expect(readingOf({ pages: [first] }).isComplete).toBe(false);
    const again = read('?limit=50&cursor=t', { items: things('a') });
    expect(readingOf({ pages: [first, again] }).isComplete).toBe(false);
  });

  it('ends where a token leads back', async () => {
    const read = readerOf(await contractOf('token'));
    const pages = [
      read('?limit=50', { items: things('a'), token: 't' }),
      read('?limit=50&cursor=t', { items: things('b'), token: 't' }),
    ];
    expect(readingOf({ pages }).pages).toHaveLength(2);
  });
});
