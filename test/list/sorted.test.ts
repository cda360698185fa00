import { describe, expect, it } from 'vitest';
import type { Page } from '../../conformance/core/evidence.ts';
import sortRules from '../../conformance/list/sort/rules.ts';
import {
  createOrderJudge,
  misplacedPages,
  reversedPages,
  runsOf,
  sortIn,
  unsortedPages,
} from '../../conformance/list/sort/sorted.ts';
import type { SortKey } from '../../src/contract/list-sorts.ts';
import { claimOf, contractOf, judged, listIn, listingOf, readerOf, things } from './listings.ts';

const sort =
  "sort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { name: /name, type: /type } }";
const contract = await contractOf('offset', sort);
const read = readerOf(contract);

describe('runs of pages', () => {
  const ids = (pages: readonly Page[]) =>
    runsOf(pages).map(({ start, placed, isEnd }) => [
      start,
      placed.map(({ item: { id } }) => id).join(''),
      isEnd,
    ]);
  const page = (place: string, shown: string, total?: number): Page => {
    const [offset, limit] = place.split('+');
    return read(`?sort=name&offset=${offset}&limit=${limit}`, {
      items: things(...shown),
      ...(total === undefined ? {} : { total }),
    });
  };

  it('join pages that follow each other, whatever their order in time', () => {
    expect(ids([page('2+2', 'cd'), page('0+2', 'ab'), page('4+2', 'e')])).toEqual([[0, 'abcde', true]]);
  });

  it('begin again after a gap, and leave out what overlaps', () => {
    expect(ids([page('0+2', 'ab'), page('4+2', 'ef')])).toEqual([
      [0, 'ab', false],
      [4, 'ef', false],
    ]);
    expect(ids([page('0+2', 'ab'), page('0+2', 'xy'), page('2+2', 'cd')])).toEqual([[0, 'abcd', false]]);
  });

  it('have one size each', () => {
    expect(ids([page('0+2', 'ab'), page('2+3', 'cde')])).toEqual([
      [0, 'ab', false],
      [2, 'cde', false],
    ]);
  });

  it('end where the total says so, or a page is not full', () => {
    expect(ids([page('0+2', 'ab', 2)])).toEqual([[0, 'ab', true]]);
    expect(ids([page('0+2', 'ab', 3)])).toEqual([[0, 'ab', false]]);
    expect(ids([page('0+3', 'ab')])).toEqual([[0, 'ab', true]]);
  });

  it('end with tokens at the page that returns none, which may be empty', async () => {
    const readNext = readerOf(await contractOf('token', sort));
    const first = readNext('?sort=name&limit=2', { items: things('a', 'b'), token: 't' });
    const next = (shown: string, token: string | null): Page =>
      readNext('?sort=name&limit=2&cursor=t', { items: things(...shown), token });
    expect(ids([first, next('c', 'u')])).toEqual([[0, 'abc', false]]);
    expect(ids([first, next('', null)])).toEqual([[0, 'ab', true]]);
  });

  it('leave out pages without records, without a place, or that are not read whole', () => {
    expect(ids([page('0+2', ''), page('0+0', 'a'), read('?limit=2', { items: things('a') })])).toEqual([]);
    expect(ids([read('?offset=0&limit=2', { items: [...things('a'), 'x'] })])).toEqual([]);
  });
});

describe('two neighbours are in order', () => {
  const key = (schema: object, isDescending = false): SortKey => ({
    attribute: 'name',
    place: ['name'],
    schema: schema as SortKey['schema'],
    isDescending,
  });
  const placed = (value: string | undefined) => ({
    item: { values: value === undefined ? {} : { '/name': value }, isPinned: false },
    page: read('', { items: [] }),
  });
  /** Whether each value may follow the one before. */
  const inOrder = (keys: readonly SortKey[], ...values: (string | undefined)[]): boolean => {
    const texts = values.flatMap((value) => value ?? []);
    const judge = createOrderJudge(keys, texts);
    return values.slice(1).every((value, index) => !judge(placed(values[index]), placed(value)));
  };

  it.each([
    [{ type: 'integer' }, ['2', '10', '10'], true],
    [{ type: 'integer' }, ['10', '2'], false],
    [{ type: 'integer' }, ['10', 'x', '2'], true],
    [{ type: 'string' }, ['apple', 'pear'], true],
    [{ type: 'string' }, ['pear', 'apple'], false],
    // Capitals come first, or count as small letters, but not both.
    [{ type: 'string' }, ['Z', 'a'], true],
    [{ type: 'string' }, ['a', 'Z'], true],
    [{ type: 'string' }, ['Z', 'a', 'Z'], false],
    [{ type: 'string', format: 'date-time' }, ['2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z'], true],
  ] as const)('under %o: %o, %s', (schema, values, expected) => {
    expect(inOrder([key(schema)], ...values)).toBe(expected);
  });

  it('the other way where the sort is descending', () => {
    expect(inOrder([key({ type: 'integer' }, true)], '10', '2', '2')).toBe(true);
    expect(inOrder([key({ type: 'integer' }, true)], '2', '10')).toBe(false);
  });

  it('whatever records without a value do', () => {
    expect(inOrder([key({ type: 'integer' })], '2', undefined, '1')).toBe(true);
    expect(inOrder([key({ type: 'integer' })], undefined, undefined)).toBe(true);
  });

  it('by the next key where the first is equal', () => {
    const second = { ...key({ type: 'integer' }), attribute: 'type', place: ['type'] };
    const two = (name: string, type: string) => ({
      ...placed(name),
      item: { ...placed(name).item, values: { '/name': name, '/type': type } },
    });
    const judge = createOrderJudge([key({ type: 'string' }), second], ['a', 'b']);
    expect(judge(two('a', '1'), two('a', '2'))).toBeUndefined();
    expect(judge(two('a', '2'), two('a', '1'))?.key).toBe(second);
    expect(judge(two('a', '2'), two('b', '1'))).toBeUndefined();
  });

  it('and are on one page or on two', () => {
    const [before, after] = [placed('a'), placed('b')];
    expect(misplacedPages({ before, after })).toEqual([after.page, before.page]);
    expect(misplacedPages({ before, after: { ...after, page: before.page } })).toEqual([before.page]);
  });
});

describe('beside a sorted listing', () => {
  const pages = [
    '?sort=name',
    '?sort=-name',
    '?sort=type',
    '?sort=other',
    '',
    '?name=a&sort=-name',
    '?name=a',
  ].map((query) => read(query, { items: things('a') }));
  const [, backward, , , unsorted, namedBackward, named] = pages;

  it('are its unsorted pages, and those in the other direction', () => {
    const listing = listingOf([], { beside: pages });
    const key = sortIn(listIn(contract), 'sort=name');
    if (!key || key === 'unknown') throw new Error('the sort was not read');
    expect(unsortedPages(listing)).toEqual([unsorted]);
    expect(reversedPages(listing, key)).toEqual([backward]);
    const narrow = { ...listing, further: 'name=a&sort=name' };
    expect(unsortedPages(narrow)).toEqual([named]);
    expect(reversedPages(narrow, key)).toEqual([namedBackward]);
  });

  it('an attribute that is no sortable is unknown, and nothing is no sort', () => {
    expect(sortIn(listIn(contract), 'sort=other')).toBe('unknown');
    expect(sortIn(listIn(contract), undefined)).toBeUndefined();
  });
});

describe('a broken order is shown', () => {
  const byWeight =
    "sort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { weight: /weight } }";
  /** What is shown of a listing that is sorted as texts, of which a run created the records with these ids. */
  const shownOf = async (
    created: readonly string[],
    ...pages: readonly (readonly [offset: number, number[]])[]
  ) => {
    const weighing = await contractOf('offset', byWeight);
    const readPage = readerOf(weighing);
    const listing = listingOf(
      pages.map(([offset, weights]) =>
        readPage(`?sort=weight&offset=${offset}&limit=${weights.length}`, {
          items: weights.map((weight) => ({ id: `w${weight}`, weight })),
        }),
      ),
      { further: 'sort=weight', created: new Set(created) },
    );
    return judged(claimOf(sortRules, 'sort-by-weight', weighing), weighing, listing);
  };
  const whole = [0, 1, 10069, 101, 20, 30];

  it('by numbers, on the smallest page', async () => {
    expect(await shownOf([], [0, whole], [3, [101, 20]])).toEqual(['101 before 20']);
  });

  it('by records that stay, on a page that does not move when others are deleted', async () => {
    expect(await shownOf(['w0', 'w1'], [0, whole], [3, [101, 20]])).toEqual(['10069 before 101']);
    expect(await shownOf(['w10069'], [0, whole], [2, [10069, 101]])).toEqual(['101 before 20']);
    expect(await shownOf(['w101'], [2, [10069, 101]])).toEqual(['10069 before 101']);
  });
});
