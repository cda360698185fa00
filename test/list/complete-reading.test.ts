import { describe, expect, it } from 'vitest';
import type { Page } from '../../conformance/core/evidence.ts';
import {
  areOrdered,
  canBeCompared,
  changeIn,
  defaultPage,
  filteredPages,
  isFullyOrdered,
  misorder,
  placesIn,
  readingOf,
  unfilteredPages,
} from '../../conformance/list/complete-reading.ts';
import { contractOf, listingOf, readerOf, things } from './listings.ts';

const contract = await contractOf(
  'offset',
  "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }",
);

const reading = () => {
  const read = readerOf(contract);
  return (ids: string, total: number, query = '?offset=0&limit=50'): Page =>
    read(query, { items: things(...ids), total });
};

describe('a collection changed', () => {
  it.each([
    ['if its total did', 'ab', 2, 'ab', 3, 'total was 2 at first and 3 at the end'],
    ['if its records did', 'ab', 2, 'ac', 2, 'compared with the first reading, the last has'],
  ])('%s', (_, before, was, after, is, said) => {
    const read = reading();
    expect(changeIn(listingOf([read(before, was), read(after, is)]))).toContain(said);
  });

  it('unless the last reading is the first again, in whatever order', () => {
    const read = reading();
    expect(changeIn(listingOf([read('ab', 2), read('ba', 2)]))).toBeUndefined();
    expect(changeIn(listingOf([read('ab', 2), read('abc', 3), read('ab', 2)]))).toBeUndefined();
  });

  it('if its declared order was seen at first only', () => {
    const collection = { operation: 'listThings', values: [], order: ['a', 'b'] };
    const changed = (...shown: string[]) => {
      const read = reading();
      return changeIn(
        listingOf(
          shown.map((ids) => read(ids, 2)),
          { collection },
        ),
      );
    };
    expect(changed('ab', 'ba')).toContain('came in the declared order at first, and in another at the end');
    // A server with a random order goes back and forth.
    expect(changed('ab', 'ba', 'ab')).toBeUndefined();
    expect(changed('ba', 'ba')).toBeUndefined();
  });
});

describe('declared records', () => {
  const items = (ids: string) => reading()(ids, 9).items;
  const places = placesIn(['a', 'b', 'c']);

  it('are in order, or the first two that are not are named', () => {
    expect(misorder(items('axbyc'), places)).toEqual({ many: true });
    expect(misorder(items('xcyab'), places)).toEqual({ many: true, first: ['c', 'a'] });
    expect(misorder(items('xa'), places)).toEqual({ many: false });
  });

  it('are all of a collection, or some', () => {
    const collection = { operation: 'listThings', values: [], order: ['a', 'b'] };
    expect([areOrdered(items('ab'), collection), areOrdered(items('ax'), collection)]).toEqual([true, false]);
    expect(isFullyOrdered(listingOf([reading()('ab', 2)], { collection }))).toBe(true);
    expect(isFullyOrdered(listingOf([reading()('', 0)], { collection }))).toBe(false);
    expect(isFullyOrdered(listingOf([reading()('ax', 2)], { collection }))).toBe(false);
  });
});

it('the usual page has the most frequent total; of two, the smaller', () => {
  const read = reading();
  const [two, three, again] = [read('a', 2), read('b', 3), read('c', 3)];
  expect(defaultPage([two, three, again].flatMap((one) => one ?? []))).toBe(three);
  expect(defaultPage([three, two].flatMap((one) => one ?? []))).toBe(two);
  expect(defaultPage([])).toBeUndefined();
});

it('pages with a filter and without are apart', () => {
  const read = reading();
  const [plain, filtered] = [read('a', 1), read('a', 1, '?name=x&offset=0&limit=50')];
  if (!plain || !filtered) throw new Error('two pages were read');
  const listing = listingOf([plain, filtered]);
  expect([unfilteredPages(listing), filteredPages(listing)]).toEqual([[plain], [filtered]]);
  expect(readingOf(listing).pages).toEqual([plain]);
});

it('a reading of at most 25 pages can be compared', () => {
  const pages = Array.from({ length: 26 }, () => reading()('a', 1));
  const comparable = (count: number) =>
    canBeCompared({ pages: pages.slice(0, count), items: [], isComplete: true });
  expect([comparable(25), comparable(26)]).toEqual([true, false]);
});
