import { describe, expect, it } from 'vitest';
import {
  allKnown,
  completeClaim,
  dueItemsOn,
  filtersOf,
  isWholeOf,
  notIgnored,
  recordsFor,
  soundClaims,
} from '../../conformance/list/filters/claims.ts';
import { isEncodable, isSurelyTaken, readSought } from '../../conformance/list/filters/filter.ts';
import { filterFields, isSimple } from '../../src/contract/list-filters.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { contractOf, judged, listIn, listingOf, readExchangeOf, readerOf } from './listings.ts';

const contract = await contractOf(
  'offset',
  "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }",
);
const shown = [
  { id: 'a', name: 'Tent', type: 'x' },
  { id: 'b', name: 'tent', type: 'y' },
  { id: 'c', name: 'Stove', type: 'x' },
];

const page = (query: string, items: readonly object[] = shown) =>
  readerOf(contract)(query, { items: [...items] as never[] });
const whole = page('?offset=0&limit=50');

/** The listing with one filtered page. */
const withPage = (query: string, ids: string) =>
  listingOf([
    whole,
    page(
      query,
      shown.filter(({ id }) => ids.includes(id)),
    ),
  ]);

describe('of the records of a collection', () => {
  it('those with a value in other letters may be found, and those with the value have to be', () => {
    const listing = listingOf([whole]);
    const sought = readSought(listIn(contract), 'eq(name,Tent)');
    if (!sought) throw new Error('the contract has no such filter');
    const ids = (some: ReturnType<typeof recordsFor>) => some.map(({ item }) => item.id);
    expect(ids(allKnown(listing))).toEqual(['a', 'b', 'c']);
    expect(ids(recordsFor(listing, sought))).toEqual(['a', 'b']);
    expect(ids(recordsFor(listing, sought, 'must'))).toEqual(['a']);
  });

  it('those are due that a page has room for', () => {
    const listing = listingOf([whole]);
    const due = (query: string) => dueItemsOn(listing, page(query), ['a', 'b']).length;
    expect(['?offset=0&limit=2', '?offset=0&limit=1', '?offset=1&limit=2', '?offset=0&limit=51'].map(due)).toEqual([
      2, 0, 0, 0,
    ]); // biome-ignore format: one glance
  });

  it('all are on a page that begins with the first and is large enough', () => {
    const queries = [
      '?offset=0&limit=3',
      '?offset=0&limit=2',
      '?offset=1&limit=3',
      '?offset=0',
      '?offset=0&limit=51',
    ];
    expect(queries.map((query) => isWholeOf(listingOf([whole]), page(query)))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a filter by a value', () => {
  const complete = (query: string, ids: string) =>
    judged(completeClaim(filtersOf('name')), contract, withPage(query, ids));

  it('returns every record with it, if there is room', () => {
    expect(complete('?name=Tent&offset=0&limit=50', 'ab')).toBe(1);
    expect(complete('?name=Tent&offset=0&limit=50', 'a')).toBe(1);
    expect(complete('?name=Tent&offset=0&limit=50', 'b')).toEqual(['a page of 1 without it']);
    expect(complete('?name=Tent&offset=0&limit=50', '')).toEqual(['no thing']);
    // Two may match, and one has room.
    expect(complete('?name=Tent&offset=0&limit=1', 'b')).toBe(0);
    expect(complete('?name=Tent&offset=1&limit=50', '')).toBe(0);
    expect(complete('?name=Tent&limit=50', '')).toBe(0);
  });

  it('may return them on further pages, if it says that more follow', async () => {
    const chained = await contractOf(
      'token',
      "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }",
    );
    const read = readerOf(chained);
    const all = read('?limit=50', { items: shown });
    const found = (token: string | null) =>
      judged(
        completeClaim(filtersOf('name')),
        chained,
        listingOf([all, read('?name=Tent&limit=50', { items: [], token })]),
      );
    expect(found('further')).toBe(0);
    expect(found(null)).toEqual(['no thing']);
  });

  it('has room for one without a limit, and an empty page for any', () => {
    expect(complete('?name=Stove&offset=0', '')).toEqual(['no thing']);
    expect(complete('?name=Stove&offset=0', 'c')).toBe(1);
    expect(complete('?name=Tent&offset=0', 'b')).toBe(0);
    expect(complete('?name=Tent&offset=0', '')).toEqual(['no thing']);
  });

  it('returns no record with another value, by what other pages show', () => {
    const claim = soundClaims(filtersOf('name')).find(({ on }) => on === 'listing');
    if (!claim) throw new Error('no claim is about listings');
    const nameless = (ids: string) =>
      listingOf([
        whole,
        page(
          '?name=Tent&offset=0&limit=50',
          [...ids].map((id) => ({ id })),
        ),
      ]);
    expect(judged(claim, contract, nameless('ab'))).toBe(1);
    expect(judged(claim, contract, nameless('ac'))).toEqual(['the thing c, whose name is Stove']);
    // What a page shows itself is judged by itself.
    expect(judged(claim, contract, withPage('?name=Tent&offset=0&limit=50', 'c'))).toBe(0);
    expect(judged(claim, contract, nameless(''))).toBe(1);
  });

  it('returns no record that lacks the attribute, if other records of the page show it', () => {
    const claim = soundClaims(filtersOf('name')).find(({ on }) => on === 'response');
    const without = (...items: JsonObject[]) =>
      judged(claim, contract, readExchangeOf(contract, '?name=Tent&offset=0&limit=50', { items }));
    expect(without({ id: 'a', name: 'Tent' }, { id: 'b' })).toEqual(['a thing without name']);
    expect(without({ id: 'a', name: 'Tent' })).toBe(1);
    expect(without({ id: 'b' })).toBe(0);
  });

  it('above a value may return a record that lacks the attribute, below one not', async () => {
    const ordered = await contractOf(
      'offset',
      "filter: { template: '{attribute}_{operator}={value}', queryables: { name: /name }, operators: [gt, lt] }",
    );
    const saw = filterFields(listIn(ordered)).map(({ key, means }) => {
      const claim = soundClaims(filtersOf(key)).find(({ on }) => on === 'response');
      const items = [{ id: 'a', name: 'Tent' }, { id: 'b' }];
      return [
        means,
        judged(claim, ordered, readExchangeOf(ordered, `?name_${means}=Tarp&limit=50`, { items })),
      ];
    });
    expect(saw).toEqual([
      ['gt', 0],
      ['lt', ['a thing without name']],
    ]);
  });

  it('that the contract does not know is not ignored', () => {
    const [, claim] = notIgnored(undefined);
    if (!claim) throw new Error('there are two claims');
    const listing = (query: string, ids: string) => withPage(query, ids);
    expect(judged(claim, contract, listing('?name=Tent&offset=0&limit=50', 'a'))).toBe(1);
    expect(judged(claim, contract, listing('?name=Tent&offset=0&limit=50', 'abc'))).toEqual([
      'the same listing as without a filter',
    ]);
    expect(judged(claim, contract, listing('?name=Tent&offset=0&limit=49', 'abc'))).toBe(0);
    expect(judged(claim, contract, listing('?name=Tent&offset=1&limit=50', 'abc'))).toBe(0);
  });
});

describe('a value', () => {
  it('is simple if it has one meaning in every grammar, up to 255 characters', () => {
    expect(['Tent', 'Two men', 'a.b-c_d', 'a,b', ' a', 'é', 'a'.repeat(255), 'a'.repeat(256)].map(isSimple)).toEqual([
      true, true, true, false, false, false, true, false,
    ]); // biome-ignore format: one glance
  });

  it('is surely accepted from three characters on, without a space', () => {
    expect(['ab', 'abc', 'a c'].map(isSurelyTaken)).toEqual([false, true, false]);
  });

  it('is encodable if it only needs percent-encoding, up to 400 characters', () => {
    expect(['é', 'a&b', 'abc', 'a,b', 'é'.repeat(400), 'é'.repeat(401)].map(isEncodable)).toEqual([
      true, true, false, false, true, false,
    ]); // biome-ignore format: one glance
  });

  it('is read from a filter that the contract has', () => {
    const list = listIn(contract);
    expect(readSought(list, 'eq(name,Tent)')).toMatchObject({
      terms: [{ field: { means: 'eq' }, values: ['Tent'] }],
    });
    expect(['eq(name,a"b)', 'eq(other,Tent)', 'gt(name,Tent)', 'name', undefined].map((one) => readSought(list, one))).toEqual([
      undefined, undefined, undefined, undefined, undefined,
    ]); // biome-ignore format: one glance
  });
});
