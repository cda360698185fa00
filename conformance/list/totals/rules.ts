// The total of a listing (§4.3).

import { type Contract, focusOf } from '../../../src/contract/contract.ts';
import type { ListStructure } from '../../../src/contract/list.ts';
import { type Place, printPlace } from '../../../src/contract/places.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import { printValue } from '../../../src/print.ts';
import type { Claim, RelationJudge } from '../../core/claim.ts';
import { eachListing, eachPage } from '../../core/claims.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { valueAt } from '../../core/read-place.ts';
import { kindRules, mutantsBy } from '../../core/rule.ts';
import {
  type CompleteReading,
  canBeCompared,
  changeIn,
  filteredPages,
  readingOf,
  unfilteredPages,
} from '../complete-reading.ts';
import { areAllShown, recordsFor } from '../filters/claims.ts';
import { fieldsLeftOut, oneSoughtOn } from '../filters/filter.ts';
import { changePlace, changeTotal, filtered, requestedCollection, unfiltered } from '../mutants.ts';
import { allFit, type Extent, extentIn, extentOf, pageAndEnd } from '../pages/extent.ts';
import { limitOf } from '../pages/paged.ts';
import { placesOf } from '../pages/places.ts';
import { pageWords, recordWords } from '../query.ts';

/** What a wrong total may count: of each page, and in words. */
const totalReadings: readonly {
  readonly count: (page: Page, whole: number | undefined) => number | undefined;
  readonly words: (list: ListStructure) => string;
}[] = [
  { count: ({ size }) => size, words: ({ nouns }) => `the number of ${nouns.records} on this page` },
  { count: ({ query }) => query.limit, words: ({ names }) => `the same as ${names.limit}` },
  {
    count: ({ size, query: { offset = 0 } }) => (offset > 0 ? offset + size : undefined),
    words: ({ nouns }) => `the number of ${nouns.records} up to the end of this page`,
  },
  {
    count: ({ query: { offset = 0 } }, whole) =>
      whole === undefined || offset === 0 ? undefined : whole - offset,
    words: ({ names, nouns }) => `the number of ${nouns.records} from ${names.offset} on`,
  },
];

/**
 * The total of a page, and what it seems to count if it is wrong; `whole` is the right total. Of two readings, that which
 * explains more of the other wrong totals: on one page, numbers may be equal by chance.
 */
export function totalWords(page: Page, whole?: number, wrong: readonly Page[] = [page]): string {
  const { total, query } = page;
  const explained = ({ count }: (typeof totalReadings)[number]): number =>
    wrong.filter((one) => one.total === count(one, whole)).length;
  const [reading] = totalReadings
    .filter(({ count }) => total !== undefined && count(page, whole) === total)
    .toSorted((one, other) => explained(other) - explained(one));
  const isMore = total !== undefined && whole !== undefined && total > whole;
  const statedWords =
    reading?.words(query.list) ??
    (isMore ? `more than all ${query.list.nouns.records} of the collection` : undefined);
  return statedWords === undefined ? String(total) : `${total}, ${statedWords}`;
}

const keepFirstTotal: Mutant = (next, contract) => {
  const first = new Map<string, number>();
  return changeTotal(({ path, total }) => {
    if (!first.has(path)) first.set(path, total);
    return first.get(path);
  })(next, contract);
};

const changeTotalUnfiltered = (change: Parameters<typeof changeTotal>[0]): Mutant =>
  changeTotal(unfiltered(change));

const changeTotalFiltered = (change: Parameters<typeof changeTotal>[0]): Mutant =>
  changeTotal(filtered(change));

/** A claim about each page, if it is known how many records there are to page through, with its filter or without. */
const eachExtent = (judgePage: (page: Page, extent: Extent, judge: RelationJudge) => void): Claim =>
  eachListing('counts', (listing, judge) => {
    for (const alike of Map.groupBy(listing.pages, ({ query }) => query.filter).values()) {
      const isWhole = alike[0]?.query.filter === undefined;
      const extent = extentOf(alike, isWhole ? listing.holds?.length : undefined);
      if (!extent?.end) continue;
      // Another rule reports pages with too many or too few records, and pages that do not join.
      if (!allFit(alike, extent.count) || (isWhole && placesOf(listing).misplaced.length > 0)) continue;
      for (const page of alike) judgePage(page, extent, judge);
    }
    judge.untested('no page contains the end of a listing');
  });

export default kindRules('list', ['constant total', 'totals'], {
  'total-constant': {
    needsAllRecords: true,
    title: 'without a filter, `{total}` is the same on every page',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = pagesWithTotal(unfilteredPages(listing));
        const reference = extentOf(pages, listing.holds?.length)?.reference;
        if (!reference) return judge.untested('the listing has no total');
        const wrong = pages.filter(({ total }) => total !== reference.total);
        for (const page of pages.filter((one) => one !== reference))
          judge.claim(page.total === reference.total, () => ({
            expected: `${totalText(page)} ${reference.total}, as ${pageWords(reference.query)} does`,
            saw: totalWords(page, reference.total, wrong),
            pages: [page, reference],
            fingerprint: 'total',
          }));
      }),
    ],
    mutants: mutantsBy(changeTotalUnfiltered, {
      'the total is wrong on the last page': ({ total, offset, limit }) =>
        offset > 0 && limit !== undefined && offset + limit >= total && total - 1,
      'without {limit}, the total is the size of the page': ({ limit, shown }) =>
        limit === undefined && shown,
      'the total is wrong on the second page of a few {records}': ({ total, offset, largest, size }) =>
        size < largest && offset === size && total + 1,
      'the total is the size of the page': ({ shown }) => shown,
      'past the end the total is zero': ({ total, offset }) => offset >= total && 0,
      'the total is what is left from the offset on': ({ total, offset }) => Math.max(0, total - offset),
    }),
  },
  'total-shown': {
    needsAllRecords: true,
    title: '`{total}` is an integer on every page',
    claims: [
      eachPage(({ page }, judge) => {
        const { total } = page.query.list;
        if (!total) return;
        const shown = valueAt(total.at, { json: {}, headers: page.exchange.response.headers });
        judge.claim(page.total !== undefined, () => ({
          expected: `${totalText(page)} an integer`,
          saw: shown === undefined ? 'no such header' : printValue(shown),
          shown: [page.exchange],
        }));
      }),
    ],
    mutants: mutantsBy(
      changePlace(({ total }) => total?.at),
      {
        'no page has a total': () => null,
        'a page without {records} has no total': ({ shown }) => shown === 0 && null,
        'the total is a word': () => 'many',
      },
    ),
  },
  'total-count': {
    topic: ['count', 'totals'],
    needsAllRecords: true,
    title: '`{total}` is the number of {records} in the whole listing',
    claims: [
      eachListing('counts', (listing, judge) => {
        const { holds } = listing;
        const pages = pagesWithTotal(unfilteredPages(listing));
        const extent = extentOf(pages, holds?.length);
        const { reference, end } = extent ?? {};
        if (!extent || reference?.total === undefined) return judge.untested('the listing has no total');
        // A total that most pages do not show is not the total of the listing; another rule reports that.
        if (pages.filter(({ total }) => total === reference.total).length * 2 <= pages.length) return;
        const dueCount = holds?.length ?? extent.count;
        // If one page shows the declared number, the others break another rule, or came after a change.
        const isShown = [...pages, ...listing.excluded].some(
          ({ query, total }) => query.filter === undefined && total === holds?.length,
        );
        if (isShown && reference.total !== dueCount) return;
        // If total and listing agree, another rule reports which records are missing.
        if (reference.total !== dueCount && isWhatIsListed(listing, reference.total)) return;
        const change = holds && reference.total !== dueCount ? changeIn(listing) : undefined;
        if (change !== undefined) return judge.inconclusive(change);
        if (holds === undefined && !end) return judge.untested('no page contains the end of the listing');
        judge.claim(reference.total === dueCount, () => ({
          expected: `${totalText(reference)} ${dueCount}, the number of ${judge.nouns.records} that ${holds ? '`holds` of the target file names' : 'are listed'}`,
          saw: String(reference.total),
          ...(holds ? { declared: { list: 'holds' } } : {}),
          pages: pageAndEnd(reference, end),
          fingerprint: 'total',
        }));
      }),
    ],
    mutants: {
      ...mutantsBy(changeTotalUnfiltered, {
        'the total stops at one hundred': ({ total, largest }) => Math.min(total, largest),
        'the total counts one too many on collections of one page': ({ total, largest }) =>
          total < largest && total > 0 && total + 1,
        'the total of an empty collection is one': ({ total }) => total === 0 && 1,
        'the total counts places from zero': ({ total }) => Math.max(0, total - 1),
      }),
      'the total counts {records} that are not live, too': {
        wireFor: (target) =>
          changeTotalUnfiltered(
            (page) => page.total + (requestedCollection(target, page)?.hidden?.length ?? 0),
          ),
      },
      'the total of a collection is that of the first request for it': keepFirstTotal,
    },
  },
  'has-more': {
    needsAllRecords: true,
    title: '`{hasMore}` is true exactly if more {records} follow',
    claims: [
      eachExtent((page, { count, end }, judge) => {
        const { hasMore, query } = page;
        if (hasMore === undefined || query.offset === undefined) return;
        const left = count - query.offset - page.size;
        judge.claim(hasMore === left > 0, () => ({
          expected: `${pageWords(query)} returns ${placeWords(query.list.hasMore)} ${left > 0}, since ${left > 0 ? recordWords(judge.nouns, left) : 'none'} of ${recordWords(judge.nouns, count)} follow`,
          saw: String(hasMore),
          pages: pageAndEnd(page, end),
          fingerprint: 'total',
        }));
      }),
    ],
    mutants: mutantsBy(
      changePlace(({ hasMore }) => hasMore),
      {
        'every page says that more follow': () => true,
        'no page says that more follow': () => false,
        'a page that is full says that more follow': ({ limit, shown, value }) =>
          value === false && shown === limit ? true : undefined,
        'from the second page on, no page says that more follow': ({ offset, value }) =>
          offset > 0 && value === true ? false : undefined,
      },
    ),
  },
  'total-pages': {
    needsAllRecords: true,
    title: '`{totalPages}` is the number of {records}, divided by the page size and rounded up',
    claims: [
      eachExtent((page, { count, end }, judge) => {
        const { totalPages, query } = page;
        const size = limitOf(page) ?? (query.limit === undefined ? query.list.usual : undefined);
        if (totalPages === undefined || size === undefined) return;
        const pages = Math.ceil(count / size);
        // Some count an empty listing as one page.
        judge.claim(totalPages === pages || (count === 0 && totalPages === 1), () => ({
          expected: `${pageWords(query)} returns ${placeWords(query.list.totalPages)} ${pages}, since there are ${recordWords(judge.nouns, count)}`,
          saw: String(totalPages),
          pages: pageAndEnd(page, end),
          fingerprint: 'total',
        }));
      }),
    ],
    mutants: mutantsBy(
      changePlace(({ totalPages }) => totalPages),
      {
        'the number of pages is rounded down': ({ total, shown, limit = 0 }) =>
          shown > 0 && limit > 0 && Math.floor(total / limit),
        'where the last page is full, the number of pages is one too many': ({ total, limit = 0 }) =>
          limit > 0 && total > 0 && total % limit === 0 && total / limit + 1,
        'the number of pages counts from zero': ({ value }) => Number(value) > 0 && Number(value) - 1,
        'the number of pages is that of the first page size': (exchange) =>
          exchange.limit !== undefined && exchange.limit > 1 && exchange.total,
      },
    ),
  },
  'total-filter': {
    topic: ['filters', 'totals'],
    needsAllRecords: true,
    title: '`{total}` with a filter counts {counted}',
    claims: [
      eachListing('filters', (listing, judge) => {
        const whole = extentIn(listing);
        if (!whole) return;
        const { counts = 'matching' } = whole.reference?.query.list.total ?? {};
        const ofCollection = [whole.count, whole.reference?.total, listing.holds?.length];
        const pages = pagesWithTotal(filteredPages(listing));
        for (const alike of Map.groupBy(pages, ({ query }) => query.filter).values()) {
          const extent = extentOf(alike);
          const matching = [
            ...(extent?.end ? [[extent.count, extent.count] as const] : []),
            ...matchesOf(judge.contract, alike[0], readingOf(listing)),
          ];
          const [first] = matching;
          if (!first) continue;
          const [least, most] = first;
          const words = least === most ? String(least) : `from ${least} to ${most}`;
          const shown = [extent?.end, whole.reference ?? whole.end ?? unfilteredPages(listing)[0]].filter(
            (page) => page !== undefined,
          );
          for (const page of alike)
            judge.claim(
              (counts !== 'matching' && ofCollection.includes(page.total)) ||
                (counts !== 'all' && matching.some(([from, to]) => isWithin(page.total, from, to))),
              () => ({
                expected: `${totalText(page)} ${{ matching: `${words} (matching ${judge.nouns.records})`, all: `${whole.count} (all ${judge.nouns.records} of the collection)`, either: `${words} (matching ${judge.nouns.records}) or ${whole.count} (all ${judge.nouns.records} of the collection)`, estimated: '' }[counts]}`,
                saw: totalWords(page, whole.count),
                pages: [page, ...shown.filter((one) => one !== page)],
                fingerprint: 'total',
              }),
            );
        }
        judge.untested('no filtered listing had matches that can be counted');
      }),
    ],
    mutants: mutantsBy(changeTotalFiltered, {
      'the total under a filter is the limit': ({ limit }) => limit,
      'under a filter, the total of a partial page is the size of the page': ({ total, shown }) =>
        shown < total && shown,
      'where nothing matches, the total is one': ({ total, shown }) => total === 0 && shown === 0 && 1,
      'under a filter the total is one too many': ({ total }) => total > 0 && total + 1,
    }),
  },
});

const placeWords = (place: Place | undefined): string => (place ? printPlace(place) : '');

const pagesWithTotal = (pages: readonly Page[]): Page[] => pages.filter(({ total }) => total !== undefined);

const totalText = ({ query }: Page): string =>
  `${pageWords(query)} returns ${query.list.total ? printPlace(query.list.total.at) : 'a total'}`;

function isWhatIsListed(listing: Listing, total: number): boolean {
  const reading = readingOf(listing);
  return reading.isComplete && reading.items.length === total && canBeCompared(reading);
}

const isWithin = (total: number | undefined, least: number, most: number): boolean =>
  total !== undefined && least <= total && total <= most;

/**
 * How many records of a complete reading match a plain filter at least and at most: exactly, and up to letter case, accents and
 * outer spaces, of which a server may ignore some (READINGS 26).
 */
function matchesOf(
  contract: Contract,
  page: Page | undefined,
  reading: CompleteReading,
): (readonly [least: number, most: number])[] {
  // A server may use only one of several ids: then only its pages show what matches (READINGS 26).
  const sought = page && oneSoughtOn(page);
  const [first] = reading.pages;
  if (!first || !sought || !reading.isComplete || !areAllShown(reading, sought)) return [];
  // What is looked for may be left out by default.
  const leftOut = fieldsLeftOut(focusOf(contract), first.exchange.request);
  if (leftOut.some(({ attribute }) => sought.terms.some(({ field }) => field.attribute === attribute)))
    return [];
  return [[recordsFor(reading, sought, 'must').length, recordsFor(reading, sought).length]];
}
