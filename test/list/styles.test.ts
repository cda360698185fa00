import { describe, expect, it } from 'vitest';
import { checkListing } from '../check-of.ts';
import { sampled } from '../seed.ts';
import {
  contractOf,
  type Facts,
  type Form,
  type StyleName,
  serverOf,
  styles,
  type Thing,
} from './listing-server.ts';

const resultsOf = async (name: StyleName, form?: Form) =>
  (await checkListing(await contractOf(name), 'listThings', serverOf(name, form))).results;

/** The rules that a server breaks, in the order of their levels. */
const brokenBy = async (name: StyleName, form?: Form): Promise<string[]> =>
  (await resultsOf(name, form))
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ rule, level }) => `${level} ${rule.replace('listThings/', '')}`);

const conforming: readonly [StyleName, string, Form?][] = [
  ['github', 'as it is'],
  ['jsonapi', 'as it is'],
  ['offset', 'as it is'],
  ['tokens', 'as it is'],
  ['django', 'as it is'],
  ['github', 'a page past the end is not found', ({ shown, start }) => ({ status: start > 0 && shown.length === 0 ? 404 : 200 })],
  ['django', 'a page past the end is not found', ({ shown, start }) => ({ status: start > 0 && shown.length === 0 ? 404 : 200 })],
  ['github', 'no links where there is one page', ({ links, pages }) => ({ links: pages > 1 ? links : {} })],
  ['jsonapi', 'only links to the next page and back', ({ links: { next, prev } }) => ({ links: { ...(next === undefined ? {} : { next }), ...(prev === undefined ? {} : { prev }) } })],
  ['offset', 'an empty listing has one page', ({ pages }) => ({ pages: Math.max(1, pages) })],
  ['tokens', 'the last page has null for a token', ({ token = null }) => ({ token })],
  ['tokens', 'the last page has an empty text for a token', ({ token = '' }) => ({ token })],
  ['tokens', 'pages may be shorter than requested', shortened],
  ['tokens', 'every page with records has a token, and says whether more follow', ({ shown, start }) => ({ token: shown.length > 0 ? `after-${start + shown.length}` : null })],
  ['tokens', 'a filter also finds the many things without the field, and lists them first', withNameless],
  ['tokens', 'a full last page leads to an empty one', ({ shown, size, start }) => (shown.length === size ? { token: `after-${start + size}` } : {})],
]; // biome-ignore format: one line a form

function shortened({ start, size, matching }: Facts): Partial<Facts> {
  const end = start + Math.max(1, size - (start % 3));
  const more = end < matching.length;
  return { shown: matching.slice(start, end), token: more ? `after-${end}` : undefined, more };
}

function withNameless({ filter, matching, size, start }: Facts): Partial<Facts> {
  const nameless = Array.from(
    { length: 60 },
    (_, index): Thing => ({ id: `nameless-${index}`, type: 'things' }),
  );
  const all =
    filter === null ? [...matching, ...nameless] : matching.length === 0 ? [] : [...nameless, ...matching];
  const end = start + size;
  const more = end < all.length;
  return { shown: all.slice(start, end), token: more ? `after-${end}` : undefined, more };
}

describe('a conforming server breaks nothing', () => {
  it.each(conforming)('%s: %s', async (name, _, form) => {
    expect(await brokenBy(name, form)).toEqual([]);
  });
});

const cut =
  (by: number): Form =>
  ({ matching, start, size }) =>
    start > 0 ? { shown: matching.slice(Math.max(0, start + by), start + by + size) } : {};

describe('a fault is found', () => {
  const faults: readonly [StyleName, string, Form, string][] = [
    ['tokens', 'every page but the first crashes', ({ start }) => ({ status: start > 0 ? 500 : 200 }), 'must served'],
    ['tokens', 'the last page is not found', ({ start, more }) => ({ status: start > 0 && !more ? 404 : 200 }), 'must served'],
    ['offset', 'every page of a filter but the first is rejected', ({ start, filter }) => ({ status: start > 0 && filter !== null ? 400 : 200 }), 'must filter-served'],
    ['github', 'a page has one record too many', ({ matching, start, size }) => ({ shown: matching.slice(start, start + size + 1) }), 'must page-limit'],
    ['github', 'a page has one record too few', ({ shown, size }) => ({ shown: shown.slice(0, size > 3 ? size - 1 : size) }), 'must page-limit-exact'],
    ['github', 'pages begin one record early', cut(-1), 'should pages-join'],
    ['github', 'pages begin one record late', cut(1), 'should pages-join'],
    ['github', 'the last page comes again past the end', ({ shown, start, matching, size }) => (shown.length === 0 && start > 0 ? { shown: matching.slice(-size) } : {}), 'must page-offset-past-end'],
    ['github', 'the total is that of the page', ({ shown }) => ({ total: shown.length }), 'must total-constant'],
    ['github', 'the total is one too many', ({ total }) => ({ total: total + 1 }), 'must total-count'],
    ['github', 'the total ignores the filter', () => ({ total: 47 }), 'must total-filter'],
    ['github', 'next leads to the page itself', ({ links, start }) => ('next' in links ? { links: { ...links, next: start } } : {}), 'must links-next'],
    ['github', 'next leaves a page out', ({ links: { next, ...links }, size }) => (next === undefined ? {} : { links: { ...links, next: next + size } }), 'must links-next'],
    ['github', 'there is no link to the next page', ({ links: { next, ...links } }) => ({ links }), 'must links-next'],
    ['github', 'the last page has a next one', ({ links, start, size }) => ({ links: { ...links, next: start + size } }), 'must links-next-end'],
    ['github', 'last leads past the end', ({ links: { last = 0, ...links }, size }) => ({ links: { ...links, last: last + size } }), 'must links-last'],
    ['github', 'first leads to the second page', ({ links, size }) => ({ links: { ...links, first: size } }), 'must links-first'],
    ['github', 'prev leads to the page itself', ({ links, start }) => ('prev' in links ? { links: { ...links, prev: start } } : {}), 'must links-prev'],
    ['github', 'links drop the filter', ({ kept }) => ({ kept: kept.replace(/name=[^&]*&?/, '').replace(/&$/, '') }), 'must links-keep'],
    ['github', 'links drop the page size', ({ kept }) => ({ kept: kept.replace(/&?per_page=[^&]*/, '') }), 'must links-keep'],
    ['jsonapi', 'self leads to the first page', ({ links }) => ({ links: { ...links, self: 0 } }), 'must links-self'],
    ['jsonapi', 'the first page has a previous one', ({ links, start }) => (start === 0 ? { links: { ...links, prev: 0 } } : {}), 'must links-prev-null'],
    ['jsonapi', 'links drop the filter', ({ kept }) => ({ kept: kept.replace(/name=[^&]*&?/, '').replace(/&$/, '') }), 'must links-keep'],
    ['jsonapi', 'pages begin one record early', cut(-1), 'should pages-join'],
    ['jsonapi', 'the total ignores the filter', () => ({ total: 47 }), 'must total-filter'],
    ['offset', 'offsets count pages', ({ matching, start, size }) => ({ shown: matching.slice(start * size, start * size + size) }), 'must page-limit-exact'],
    ['offset', 'pages begin one record late', cut(1), 'should pages-join'],
    ['offset', 'a full page says that more follow', ({ shown, size }) => ({ more: shown.length === size }), 'must has-more'],
    ['offset', 'every page says that more follow', () => ({ more: true }), 'must has-more'],
    ['offset', 'no page says that more follow', () => ({ more: false }), 'must has-more'],
    ['offset', 'the number of pages is rounded down', ({ matching, size }) => ({ pages: Math.floor(matching.length / size) }), 'must total-pages'],
    ['offset', 'the number of pages is one too many', ({ matching, size }) => ({ pages: Math.floor(matching.length / size) + 1 }), 'must total-pages'],
    ['offset', 'the number of pages ignores the filter', ({ size }) => ({ pages: Math.ceil(47 / size) }), 'must total-pages'],
    ['offset', 'past the end is the beginning', ({ matching, start, size }) => (start >= matching.length ? { shown: matching.slice(0, size) } : {}), 'must page-offset-past-end'],
    ['tokens', 'each page repeats the last record', cut(-1), 'must pages-join'],
    ['tokens', 'each page leaves a record out', cut(1), 'must pages-join'],
    ['tokens', 'the token leads back to the second page', ({ token, size, start }) => (token && start > 0 ? { token: `after-${size}` } : {}), 'must token-ends'],
    ['tokens', 'the last page returns its own token', ({ token, start }) => (token ? {} : { token: `after-${start}` }), 'must token-ends'],
    ['tokens', 'the second page returns no token', ({ start }) => (start > 0 ? { token: undefined, more: false } : {}), 'must token-on-every-page'],
    ['tokens', 'the end comes at forty records', ({ start, size }) => (start + size >= 40 ? { token: undefined } : {}), 'must token-on-every-page'],
    ['tokens', 'every page says that more follow', () => ({ more: true }), 'must has-more'],
    ['tokens', 'a full page says that more follow', ({ shown, size }) => ({ more: shown.length === size }), 'must has-more'],
    ['tokens', 'pages after the first lose the filter', ({ start, size, filter }) => (filter !== null && start > 0 ? { shown: [{ id: 'x', type: 'things' as const, name: 'other' }].slice(0, size) } : {}), 'must filter-eq-name-only'],
    ['django', 'pages begin one record early', cut(-1), 'should pages-join'],
    ['django', 'next leads to the page itself', ({ links, start }) => ('next' in links ? { links: { ...links, next: start } } : {}), 'must links-next'],
    ['django', 'the last page has a next one', ({ links, start, size }) => ({ links: { ...links, next: start + size } }), 'must links-next-end'],
    ['django', 'the total is that of the page', ({ shown }) => ({ total: shown.length }), 'must total-constant'],
    ['django', 'the total is one too few', ({ total }) => ({ total: total - 1 }), 'must total-count'],
  ]; // biome-ignore format: one line a fault

  it.each(sampled(faults, 15))('%s: %s', async (name, _, form, rule) => {
    expect(await brokenBy(name, form)).toContain(rule);
  });
});

it.each([9_007_199_254_740_990, 1e300, -1])(
  'a total of %s is wrong, and is no error of ours',
  async (total) => {
    const results = await resultsOf('offset', () => ({ total }));
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(results).toContainEqual(
      expect.objectContaining({ rule: 'listThings/total-count', verdict: 'fail' }),
    );
  },
);

it('every style is tested', () => {
  expect(new Set(conforming.map(([name]) => name))).toEqual(new Set(Object.keys(styles)));
});
