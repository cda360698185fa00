// Which matches of a filter a page has to contain: how many at least and at most, and which of them.

import { differ } from '../../../src/print.ts';
import type { BrokenRelation, Claim } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { completeReading, filteredPages, itemIdsOf } from '../complete-reading.ts';
import { recordWords } from '../query.ts';
import { areAllShown, isWholeOf, knownById, recordsFor } from './claims.ts';
import { oneSoughtOn, type Sought, soughtWords } from './filter.ts';

type Bound = { readonly count: number; readonly pages: readonly Page[] };

/** A claim that a page contains as many matches of one value as fit. */
export const matchesFit: Claim = eachListing('places', (listing, judge) => {
  const pages = filteredPages(listing);
  const sameFilter = Map.groupBy(pages, ({ query }) => query.filter);
  for (const page of pages) {
    const sought = oneSoughtOn(page);
    if (!sought) continue;
    const least = leastOn(listing, page, sought, sameFilter.get(page.query.filter) ?? []);
    if (least !== undefined)
      judge.claim(page.size >= least.count, () =>
        brokenFilter(page, sought, recordWords(judge.nouns, least.count), least.pages),
      );
    const most = mostOn(listing, page, sought);
    if (most !== undefined)
      judge.claim(page.size <= most.count, () =>
        brokenFilter(page, sought, `no more than ${most.count}`, most.pages),
      );
  }
});

/** A claim that a page contains the part of the matches that its place and size select. */
export const selectsMatches: Claim = eachListing('filters', (listing, judge) => {
  const pages = filteredPages(listing);
  for (const own of Map.groupBy(pages, ({ query }) => query.filter).values()) {
    const whole = own.find(isWholePage);
    const ids = whole && itemIdsOf(whole.items);
    if (!whole || !ids || ids.length === 0) continue;
    for (const page of own.filter(isWindow)) {
      const { limit = 0, offset = 0, list } = page.query;
      const { names } = list;
      const saw = itemIdsOf(page.items);
      if (!saw) continue;
      const expected = ids.slice(offset, offset + limit);
      // The number of matches of one value has a rule of its own.
      if (oneSoughtOn(page) && saw.length !== expected.length) continue;
      const difference = differ(expected, saw);
      judge.claim(difference === undefined, () => ({
        expected: `${names.offset}=${offset}&${names.limit}=${limit} selects from the listing under ${page.query.filter}`,
        saw: difference ?? '',
        pages: [page, whole],
      }));
    }
  }
});

/** Whether a page has all matches: it begins at the first and is not full. */
const isWholePage = ({ query: { limit = 0, offset = 0, bounds }, size }: Page): boolean =>
  offset === 0 && size < limit && limit <= bounds.largest;

const isWindow = ({ query: { limit = 0, bounds } }: Page): boolean => limit >= 1 && limit < bounds.largest;

/** The least number of records on a page that begins after the first match, or has no room for all. */
function leastOn(listing: Listing, page: Page, sought: Sought, same: readonly Page[]): Bound | undefined {
  const { limit, offset = 0, bounds } = page.query;
  if (limit === undefined || limit < 1 || limit > bounds.largest) return undefined;
  const matches = recordsFor(listing, sought, 'must');
  // Other rules cover pages that have room for the whole collection.
  if (matches.length === 0 || isWholeOf(listing, page)) return undefined;
  // If the whole filtered listing lacks a match, parts of it are not to blame.
  const whole = same.find((one) => isWholeOf(listing, one) && one.size >= matches.length);
  if (!whole) return undefined;
  const count = Math.min(limit, Math.max(0, matches.length - offset));
  return { count, pages: [whole, ...new Set(matches.map((known) => known.page))] };
}

/** The greatest number of records on a page, if every record of the collection shows whether it matches. */
function mostOn(listing: Listing, page: Page, sought: Sought): Bound | undefined {
  const reading = completeReading(listing);
  const { offset = 0 } = page.query;
  if (!reading || reading.items.length === 0 || !areAllShown(reading, sought)) return undefined;
  // Another rule reports records of other collections.
  if (page.items.some(({ id }) => id !== undefined && !knownById(reading).has(id))) return undefined;
  return { count: Math.max(0, recordsFor(listing, sought).length - offset), pages: reading.pages };
}

const brokenFilter = (
  page: Page,
  sought: Sought,
  expected: string,
  pages: readonly Page[],
): BrokenRelation => {
  const { limit, offset = 0 } = page.query;
  const window = [
    ...(offset > 0 ? [`behind offset ${offset}`] : []),
    ...(limit === undefined ? [] : [`at limit ${limit}`]),
  ];
  return {
    expected: [`${expected} of those whose ${soughtWords(sought)}`, ...window].join(', '),
    saw: `${page.size}`,
    pages: [page, ...pages],
    fingerprint: 'total',
  };
};
