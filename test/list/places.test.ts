import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Page } from '../../conformance/core/evidence.ts';
import { allFit, dueOn, endOf, extentOf } from '../../conformance/list/pages/extent.ts';
import { numberedPage, wordsOfNumbered } from '../../conformance/list/pages/page-numbers.ts';
import { isCloser } from '../../conformance/list/pages/page-sizes.ts';
import { structureOf } from '../../conformance/list/pages/page-structure.ts';
import { isForeign, limitOf, pagedLike, startOf } from '../../conformance/list/pages/paged.ts';
import { pagesAgree } from '../../conformance/list/pages/pages-agree.ts';
import { placedPages, placesOf } from '../../conformance/list/pages/places.ts';
import { seed } from '../seed.ts';
import { contractOf, judged, listingOf, readerOf, things } from './listings.ts';
import { pageOf } from './pages.ts';

const filter = "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }";
const contract = await contractOf('offset', filter);

type Read = (place: string, ids: string, total?: number) => Page;

/** Reads pages of one listing: `4+2` begins at the offset 4 and has at most 2 records. */
function reading(): Read {
  const read = readerOf(contract);
  return (place, ids, total) => {
    const [offset = '', limit = ''] = place.split('+');
    const query = [offset && `offset=${offset}`, limit && `limit=${limit}`].filter(Boolean).join('&');
    return read(`?${query}`, { items: things(...ids), ...(total === undefined ? {} : { total }) });
  };
}

test('the number of records is the end of a page that fits most pages, and the greatest of those, if a page is not full', () => {
  const drawn = fc.record({ offset: fc.nat(8), limit: fc.integer({ min: 1, max: 4 }), size: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 8 }), (all) => {
      const pages = all.map(({ size, ...query }) => pageOf(query, size));
      const fitting = (count: number): number =>
        pages.filter((page) => dueOn(page, count) === page.size).length;
      const ends = pages.map(endOf).toSorted((one, other) => fitting(other) - fitting(one) || other - one);
      const isEndShown = all.some(({ limit, size }) => size < limit);
      expect(extentOf(pages)?.count).toBe(isEndShown ? ends[0] : undefined);
    }),
    { seed },
  );
});

describe('a page has to contain', () => {
  it.each([
    ['as many records as its limit', '0+3', 10, 3],
    ['what is left before the end', '8+3', 10, 2],
    ['the last record', '9+3', 10, 1],
    ['nothing past the end', '10+3', 10, 0],
    ['nothing far past the end', '40+3', 10, 0],
    ['what is not known, without a limit', '0+', 10, undefined],
    ['what is not known, without an offset', '+3', 10, undefined],
    ['what is not known, of a limit of 0', '0+0', 10, undefined],
    ['as much as the largest page', '0+50', 60, 50],
    ['what is not known, beyond the largest page', '0+51', 60, undefined],
  ])('%s', (_, place, count, due) => {
    expect(dueOn(reading()(place, ''), count)).toBe(due);
  });

  it('what fits, and an absent offset is 0', () => {
    const read = reading();
    expect(allFit([read('0+2', 'ab'), read('2+2', 'c'), read('+2', 'ab')], 3)).toBe(true);
    expect(allFit([read('0+2', 'ab'), read('2+2', 'cd')], 3)).toBe(false);
    expect(allFit([read('+2', 'a')], 3)).toBe(false);
  });
});

describe('a listing has as many records as', () => {
  it('the total, if a page ends there and none goes beyond it', () => {
    const read = reading();
    const pages = [read('0+2', 'ab', 3), read('2+2', 'c', 3)];
    expect(extentOf(pages)).toEqual({ count: 3, end: pages[1], reference: pages[1] });
  });

  it('the total, though a page that begins past it shows something', () => {
    const read = reading();
    expect(extentOf([read('0+25', 'abcdefghij', 10), read('20+25', 'uvwxy', 10)])?.count).toBe(10);
  });

  it('most pages show, if the total is smaller or larger than what they show', () => {
    const read = reading();
    const pages = (total: number) => [
      read('0+2', 'ab', total),
      read('2+2', 'cd', total),
      read('4+2', 'e', total),
    ];
    expect(extentOf(pages(3))?.count).toBe(5);
    // A page that begins at the total shows a record that is on no page before it.
    expect(extentOf(pages(4))?.count).toBe(5);
    expect(extentOf([...pages(4).slice(0, 2), read('4+2', 'a', 4)])?.count).toBe(4);
    expect(extentOf(pages(9))?.count).toBe(5);
    expect(extentOf(pages(5))?.count).toBe(5);
  });

  it('its first page shows, if each total counts only its own page', () => {
    const read = reading();
    const pages = [read('0+9', 'abc', 3), read('0+2', 'ab', 2), read('2+2', 'c', 1)];
    expect(extentOf(pages)?.count).toBe(3);
    expect(extentOf(pages)?.reference).toBe(pages[0]);
  });

  it('are declared, if each total counts only its own page and none shows all', () => {
    const read = reading();
    expect(extentOf([read('0+2', 'ab', 2), read('2+2', 'c', 1)], 7)?.count).toBe(7);
    expect(extentOf([read('0+2', 'ab', 2), read('2+2', 'c', 1)])?.count).toBe(3);
  });

  it('no page says, if there is none', () => {
    expect(extentOf([])).toBeUndefined();
  });

  it('most readings come to, if pages follow tokens', async () => {
    const read = readerOf(await contractOf('token'));
    const first = read('?limit=2', { items: things('a', 'b'), token: 't' });
    const last = read('?limit=2&cursor=t', { items: things('c') });
    expect(extentOf([first, last])).toEqual({ count: 3, end: last, reference: undefined });
    expect(extentOf([first])).toBeUndefined();
  });
});

describe('pages of a listing', () => {
  const pagesOf = (...given: readonly (readonly [place: string, ids: string])[]) => {
    const read = reading();
    const total = 4;
    return given.map(([place, ids]) => read(place, ids, total));
  };
  const blamed = (pages: readonly Page[]) =>
    placesOf({ pages }).misplaced.map(({ page: { exchange }, saw }) => `${exchange.request.target}: ${saw}`);

  it('agree on which record is where', () => {
    const pages = pagesOf(['0+4', 'abcd'], ['0+2', 'ab'], ['2+2', 'cd'], ['1+2', 'bc']);
    const { agreeing, ...others } = placesOf({ pages });
    expect(new Set(agreeing)).toEqual(new Set(pages));
    expect(others).toEqual({ misplaced: [], isRestless: false });
  });

  it('are to blame where one contradicts most others', () => {
    const pages = pagesOf(['0+4', 'abcd'], ['0+2', 'ab'], ['2+2', 'bc']);
    expect(blamed(pages)).toEqual([
      '/things?offset=2&limit=2: b as thing 3, where limit=4&offset=0 shows c: a client that pages through misses one of them and meets the other twice',
    ]);
    expect(placesOf({ pages }).agreeing).toEqual(pages.slice(0, 2));
  });

  it('are to blame where their place is least certain, of two that contradict each other', () => {
    const [blame = ''] = blamed(pagesOf(['0+3', 'abc'], ['1+2', 'cb']));
    expect(blame).toContain('/things?offset=1&limit=2');
    const [other = ''] = blamed(pagesOf(['+3', 'acb'], ['1+2', 'bc']));
    expect(other).toContain('/things?limit=3');
  });

  it('contradict themselves with a record that comes twice', () => {
    expect(blamed(pagesOf(['0+3', 'aba']))).toEqual([
      '/things?offset=0&limit=3: a as thing 1, which limit=3&offset=0 shows as thing 3: a client that pages through meets it twice and misses another',
    ]);
  });

  it('are restless if one request returns other records', () => {
    expect(placesOf({ pages: pagesOf(['0+2', 'ab'], ['0+2', 'ba']) }).isRestless).toBe(true);
    expect(placesOf({ pages: pagesOf(['0+2', 'ab'], ['0+2', 'ab']) }).isRestless).toBe(false);
    expect(placesOf({ pages: pagesOf(['0+2', 'ab'], ['2+2', 'cd']) }).isRestless).toBe(false);
  });

  it('say nothing of places past the end, nor without ids', () => {
    const read = readerOf(contract);
    const nameless = read('?offset=0&limit=2', { items: [{ name: 'x' }, { id: 'b' }], total: 4 });
    const broken = read('?offset=0&limit=2', { items: ['x', { id: 'b' }], total: 4 });
    const pages = pagesOf(['0+2', 'ab'], ['2+2', 'cd'], ['4+2', 'ef'], ['3+2', 'd']);
    expect(placedPages([...pages, nameless, broken])).toEqual([pages[0], pages[1], pages[3]]);
  });

  it('are judged by where they begin; a wrong page within is not reported if aligned ones do not join', () => {
    const inOrder = listingOf(pagesOf(['0+4', 'abcd'], ['0+2', 'ab'], ['2+2', 'cd'], ['1+2', 'bc']));
    expect(judged(pagesAgree('aligned', 'all'), contract, inOrder)).toBe(3);
    expect(judged(pagesAgree('within', 'others'), contract, inOrder)).toBe(1);
    expect(judged(pagesAgree('aligned', 'ordered'), contract, inOrder)).toBe(0);
    const shifted = listingOf(pagesOf(['0+4', 'abcd'], ['0+2', 'ab'], ['2+2', 'cd'], ['1+2', 'ab']));
    expect(judged(pagesAgree('aligned', 'all'), contract, shifted)).toBe(3);
    expect(judged(pagesAgree('within', 'all'), contract, shifted)).toHaveLength(1);
    const apart = listingOf(pagesOf(['0+4', 'abcd'], ['0+2', 'ab'], ['2+2', 'dc'], ['1+2', 'bc']));
    expect(judged(pagesAgree('aligned', 'all'), contract, apart)).toHaveLength(1);
    expect(judged(pagesAgree('within', 'all'), contract, apart)).toBe(0);
    const ordered = listingOf(inOrder.pages, { collection: { ...inOrder.collection, order: [...'abcd'] } });
    expect(judged(pagesAgree('within', 'others'), contract, ordered)).toBe(0);
    expect(judged(pagesAgree('within', 'all'), contract, ordered)).toBe(1);
    expect(judged(pagesAgree('aligned', 'ordered'), contract, ordered)).toBe(3);
    const single = listingOf(pagesOf(['0+4', 'a']));
    expect(judged(pagesAgree('aligned', 'all'), contract, single)).toBe(0);
  });
});

describe('an offset is read as the number of a page', () => {
  it('if each page begins there', () => {
    const read = reading();
    const pages = [read('0+9', 'abcdef'), read('1+2', 'cd'), read('2+2', 'ef'), read('3+2', '')];
    const found = numberedPage(listingOf(pages));
    expect(found).toBe(pages[1]);
    expect(found && wordsOfNumbered(found)).toBe(
      'the server seems to read offset as a page number: limit=2&offset=1 begins with thing 3, not 2',
    );
  });

  it('unless a page shows otherwise, or none shows a record', () => {
    const read = reading();
    const whole = read('0+9', 'abcdef');
    expect(numberedPage(listingOf([whole, read('1+2', 'bc'), read('2+2', 'ef')]))).toBeUndefined();
    expect(numberedPage(listingOf([whole, read('1+2', '')]))).toBeUndefined();
    expect(numberedPage(listingOf([whole, read('3+2', '')]))).toBeUndefined();
    expect(numberedPage(listingOf([whole, read('1+1', 'b')]))).toBeUndefined();
    expect(numberedPage(listingOf([read('1+2', 'cd')]))).toBeUndefined();
  });
});

describe('links of a page are compared with', () => {
  it('the places of records, and the page that shows them', () => {
    const read = reading();
    const [first, second] = [read('0+2', 'ab', 3), read('2+2', 'c', 3)];
    const paged = pagedLike(listingOf([first, second]), first);
    expect([paged.count, paged.placeOf('c'), paged.showing('c'), paged.isSound]).toEqual([
      3,
      2,
      second,
      true,
    ]);
    expect([paged.whole, paged.placeOf('x')]).toEqual([undefined, undefined]);
    expect([startOf(second, paged), isForeign(first, paged)]).toEqual([2, false]);
    expect(isForeign(read('0+2', 'ax'), paged)).toBe(true);
  });

  it('nothing, if pages contradict each other or have a wrong size', () => {
    const read = reading();
    expect(
      pagedLike(listingOf([read('0+2', 'ab', 3), read('1+2', 'ac', 3)]), read('0+2', 'ab')).isSound,
    ).toBe(false);
    expect(pagedLike(listingOf([read('0+2', 'a', 3), read('2+2', 'c', 3)]), read('0+2', 'a')).isSound).toBe(
      false,
    );
  });

  it('the pages of the same filter, whose end has to be seen', () => {
    const read = readerOf(contract);
    const cut = read('?name=x&offset=0&limit=2', { items: things('a', 'b'), total: 9 });
    expect(pagedLike(listingOf([cut]), cut).count).toBeUndefined();
    const whole = read('?name=x&offset=0&limit=9', { items: things('a', 'b', 'c'), total: 3 });
    const paged = pagedLike(listingOf([cut, whole]), cut);
    expect([paged.count, paged.whole]).toEqual([3, whole]);
    expect(pagedLike(listingOf([cut, whole]), read('', { items: [] })).count).toBeUndefined();
  });
});

it('a limit has a meaning from 1 to the largest page', () => {
  const read = reading();
  expect(['0+0', '0+1', '0+50', '0+51', '0+'].map((place) => limitOf(read(place, '')))).toEqual([
    undefined, 1, 50, undefined, undefined,
  ]); // biome-ignore format: one glance
});

it('few requests go to the first collection, and to those of several pages', () => {
  const [first, second] = ['1', '2'].map((value) => ({ operation: 'listThings', values: [value] }));
  if (!first || !second) throw new Error('two collections were made');
  const target = { collections: [first, second] } as unknown as Parameters<typeof isCloser>[0];
  const { bounds } = reading()('', '').query;
  expect([first, second].map((one) => isCloser(target, one, 50, bounds))).toEqual([true, false]);
  expect(isCloser(target, second, 51, bounds)).toBe(true);
});

describe('a page is wrong as a whole:', () => {
  it('it is the response to another request', () => {
    const read = reading();
    const [first, second] = [read('0+2', 'ab', 4), read('2+2', 'ab', 4)];
    expect(structureOf(second, listingOf([first, second]))).toBe('the same response as to limit=2&offset=0');
    const other = read('2+2', 'cd', 4);
    expect(structureOf(other, listingOf([first, other]))).toBeUndefined();
    // Fewer records than both limits may be the same page.
    const [short, long] = [read('0+5', 'ab', 2), read('0+9', 'ab', 2)];
    expect(structureOf(long, listingOf([short, long]))).toBeUndefined();
    const [cut, asked] = [read('0+2', 'abc', 3), read('0+9', 'abc', 3)];
    expect(structureOf(cut, listingOf([asked, cut]))).toBe('the same response as to limit=9&offset=0');
    const [empty, none] = [read('0+2', '', 0), read('2+2', '', 0)];
    expect(structureOf(none, listingOf([empty, none]))).toBeUndefined();
  });

  it('a record is twice on it, or on a page beside it', () => {
    const read = reading();
    const twice = read('0+3', 'aba');
    const other = read('0+1', 'a');
    expect(structureOf(twice, listingOf([twice, other]))).toBe('a is twice on this page');
    expect(structureOf(other, listingOf([twice, other]))).toBe('a is twice on limit=3&offset=0');
  });

  it('its filter is applied to the records of one page only', () => {
    const read = readerOf(contract);
    const items = [...'abcdef'].map((id, index) => ({ id, name: index % 2 === 0 ? 'even' : 'odd' }));
    const whole = read('?offset=0&limit=50', { items, total: 6 });
    const cut = (offset: number, limit: number) =>
      read(`?name=odd&offset=${offset}&limit=${limit}`, {
        items: items.slice(offset, offset + limit).filter(({ name }) => name === 'odd'),
      });
    const [first, second] = [cut(0, 2), cut(2, 2)];
    const said = 'the filter is applied after limit and offset, to the things of one page';
    expect(structureOf(first, listingOf([whole, first, second]))).toBe(said);
    expect(structureOf(first, listingOf([whole, first]))).toBeUndefined();
    const right = read('?name=odd&offset=1&limit=2', { items: [items[3] ?? {}, items[5] ?? {}] });
    expect(structureOf(first, listingOf([whole, first, second, right]))).toBeUndefined();
  });
});
