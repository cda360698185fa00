// The sizes of pages, and how limit and offset cut them (§4.3, §8).

import { listOf } from '../../../src/contract/list.ts';
import type { Nouns } from '../../../src/contract/nouns.ts';
import type { HttpResponse, Mutant } from '../../../src/http/exchange.ts';
import type { BrokenRelation, Claim, RelationJudge } from '../../core/claim.ts';
import { eachListing, eachPage } from '../../core/claims.ts';
import type { Listing, Page, PageQuery } from '../../core/evidence.ts';
import { readsRejected } from '../../core/read-attempts.ts';
import { kindRules, mutantsBy } from '../../core/rule.ts';
import { wasAccepted } from '../../core/status.ts';
import { inFocus, isFor, overlookInQuery, unlessUncached, withJson } from '../../mutants/edits.ts';
import { isFullyOrdered, isPlaceKnown, unfilteredPages } from '../complete-reading.ts';
import {
  changeRecords,
  idIn,
  type ListRequest,
  listingIn,
  listRequest,
  misread,
  type RecordExchange,
  requestedCollection,
  respondWith,
  unfiltered,
  wholeListing,
  withoutLinks,
  withQuery,
  withRecords,
} from '../mutants.ts';
import { maximumOf, pageWords, recordWords, undefinedRequests } from '../query.ts';
import { collectionLine } from '../remedies.ts';
import { insteadOf, promised } from '../requests/served.ts';
import { dueOn, type Extent, extentIn, pageAndEnd } from './extent.ts';
import { numberedPage, wordsOfNumbered } from './page-numbers.ts';
import { limitOf, pagedLike, startOf } from './paged.ts';

export const betweenWords = (nouns: Nouns, least: number, most: number): string =>
  least === most ? recordWords(nouns, most) : `at least ${least} and at most ${recordWords(nouns, most)}`;

export const countWords = (nouns: Nouns, count: number, declaredCount: number | undefined): string =>
  recordWords(nouns, count) +
  (declaredCount === undefined || declaredCount === count
    ? ''
    : ` (\`holds\` of the target file names ${declaredCount})`);

/** A claim about each page of a collection without a filter, if it shows how many records there are. */
const eachCounted = (
  judgePage: (page: Page, extent: Extent, judge: RelationJudge, listing: Listing) => void,
  whyUntested?: (nouns: Nouns) => readonly [why: string, that: string],
): Claim =>
  eachListing('counts', (listing, judge) => {
    const extent = extentIn(listing);
    if (!extent) return;
    for (const page of unfilteredPages(listing)) judgePage(page, extent, judge, listing);
    const [why, that] = whyUntested?.(judge.nouns) ?? [];
    if (why !== undefined && that !== undefined) judge.untested(why, collectionLine(judge, that));
  });

/** How many records a page has, and whether that looks as if pages were numbered. */
function sizeFound(page: Page, { end }: Extent, listing: Listing): Omit<BrokenRelation, 'expected'> {
  const numbered = numberedPage(listing);
  return {
    saw: recordWords(page.query.list.nouns, page.size) + (numbered ? `; ${wordsOfNumbered(numbered)}` : ''),
    pages: [page, ...new Set([end ?? page, numbered ?? page].filter((one) => one !== page))],
    fingerprint: 'total',
  };
}

const readParameter =
  (
    name: 'limit' | 'offset',
    read: (text: string) => string | undefined,
    isMeant: (text: string) => boolean = (text) => !/^-?\d+$/.test(text),
  ): Mutant =>
  (next, contract) => {
    const parameter = listOf(contract).names[name];
    return overlookInQuery(inFocus, (query) => {
      const text = query.get(parameter);
      if (text === null || !isMeant(text)) return;
      const integer = read(text);
      if (integer === undefined) query.delete(parameter);
      else query.set(parameter, integer);
    })(next, contract);
  };

const rejectedPage = (name: 'limit' | 'offset') => {
  const words = name === 'limit' ? 'a limit' : 'an offset';
  const constraint = `{operation}/{${name}}`;
  return {
    [`page-${name}-bound`]: {
      title: `a {${name}} above its bound is rejected`,
      claims: [readsRejected],
      mutants: {
        [`${words} above the bound is served`]: { amend: { constraint: `${constraint}/maximum` } },
        [`${words} one above the bound is served`]: { amend: { constraint: `${constraint}/maximum`, by: 1 } },
        [`${words} is cut to 32 bits`]: readParameter(
          name,
          (text) => String(Number(text) % 2 ** 32),
          (text) => Number(text) >= 2 ** 32,
        ),
      },
    },
    [`page-${name}-integer`]: {
      title: `a {${name}} that is not an integer is rejected`,
      claims: [readsRejected],
      mutants: {
        // Without its type, the stub would not know a bound of it either, which another rule is about.
        [`any text is accepted as {${name}}`]: readParameter(name, () => '1'),
        [`${words} is read as far as there are digits`]: readParameter(
          name,
          (text) => /^\d+/.exec(text)?.[0],
        ),
        [`a {${name}} that is not an integer is ignored`]: readParameter(name, () => undefined),
      },
    },
  };
};

const misreadUnfiltered = (wrong: Parameters<typeof misread>[0]): Mutant => misread(unfiltered(wrong));

const shortLastPage = misreadUnfiltered(
  ({ limit, offset, total }) =>
    limit !== undefined &&
    offset > 0 &&
    offset + limit > total &&
    total - offset > 1 && { limit: total - offset - 1 },
);

const omitRecords = (isMeant: (exchange: RecordExchange) => boolean): Mutant =>
  changeRecords(unfiltered((exchange) => isMeant(exchange) && null));

const keepLimit: Mutant = (next, contract) => {
  let kept: number | undefined;
  return (request) => {
    if (!isFor(contract, inFocus, request)) return next(request);
    const { limit, largest, list } = listRequest(request, contract);
    if (limit !== undefined && limit >= 1 && limit <= largest) kept = limit;
    return next(
      limit === undefined && kept !== undefined ? withQuery(request, { limit: kept }, list) : request,
    );
  };
};

const ignoreLimitAlone: Mutant = (next, contract) => (request) => {
  const { hasOffset, list } = listRequest(request, contract);
  const isAlone = isFor(contract, inFocus, request) && !hasOffset;
  return next(isAlone ? withQuery(request, { limit: undefined }, list) : request);
};

/** Serves all that remains of a collection in one page, even if such a limit is rejected otherwise. */
const serveInFull =
  (isMeant: (query: ListRequest) => boolean): Mutant =>
  (next, contract) =>
  async (request) => {
    const query = listRequest(request, contract);
    // Where a token leads is not known here.
    const isToken = query.list.outputToken !== undefined && query.hasOffset;
    const isHit =
      isFor(contract, inFocus, request) && !isToken && query.filter === undefined && isMeant(query);
    const response = isHit ? await next(withQuery(request, { limit: query.largest }, query.list)) : undefined;
    const json = response && listingIn(query.list, response as HttpResponse);
    if (!json) return next(request);
    const { records } = await wholeListing(next, request, query);
    const { limit = 0, offset } = query;
    const data = records.slice(offset, limit > 0 ? offset + limit : undefined).map(withoutLinks);
    return withJson(response as HttpResponse, withRecords(query.list, json, data));
  };

/** The last page whose limit is the number of records on another; that page itself if there is none. */
const pageAskedFor = (pages: readonly Page[], page: Page): Page =>
  pages.findLast(({ query }) => query.limit === page.size) ?? page;

export default kindRules('list', ['paging', 'parameters'], {
  ...rejectedPage('limit'),
  ...rejectedPage('offset'),
  'page-limit-exact': {
    topic: ['page sizes', 'page sizes'],
    hidesRecords: 'must',
    title: 'a page contains `{limit}` {records}, or all that remain',
    shows: 'pagination',
    claims: [
      eachCounted(
        (page, extent, judge, listing) => {
          const dueSize = dueOn(page, extent.count);
          // What is past the end is for another rule.
          if (dueSize === undefined || dueSize === 0) return;
          judge.claim(page.size === dueSize, () => ({
            expected: `${pageWords(page.query)} returns ${dueSize} of ${countWords(judge.nouns, extent.count, listing.holds?.length)}`,
            ...sizeFound(page, extent, listing),
          }));
        },
        ({ records }) => [`no collection has ${records}`, `with ${records}`],
      ),
      // If there is no offset, the place of its first record tells what remains for a page.
      eachCounted((page, { count, end }, judge, listing) => {
        if (page.query.offset !== undefined || !isFullyOrdered(listing)) return;
        const paged = pagedLike(listing, page);
        const offset = startOf(page, paged);
        const first = paged.showing(page.items[0]?.id);
        if (offset === undefined || !first) return;
        const dueSize = dueOn({ ...page, query: { ...page.query, offset } }, count);
        if (dueSize === undefined || dueSize === 0) return;
        judge.claim(page.size === dueSize, () => ({
          expected: `${pageWords(page.query)} begins with ${judge.nouns.record} ${offset + 1} and returns ${recordWords(judge.nouns, dueSize)}`,
          saw: recordWords(judge.nouns, page.size),
          pages: [page, ...new Set(end ? [first, end] : [first])],
        }));
      }),
    ],
    mutants: {
      'the last page omits one {record}': shortLastPage,
      'the last page omits one {record}, except if the request forbids caches': unlessUncached(shortLastPage),
      ...mutantsBy(misreadUnfiltered, {
        'a page that the whole collection fits exactly omits one {record}': ({ limit, offset, total }) =>
          offset === 0 && limit === total && total > 1 && { limit: limit - 1 },
        'a {limit} of one less than the collection returns one {record} too few': ({
          limit,
          offset,
          total,
        }) => offset === 0 && limit === total - 1 && limit > 1 && { limit: limit - 1 },
      }),
      'without {offset}, a page omits one {record}': {
        // Another rule reports it of a collection whose order is not declared.
        wireFor: (target) =>
          omitRecords(
            (exchange) =>
              !exchange.hasOffset &&
              exchange.limit !== undefined &&
              exchange.limit > 1 &&
              exchange.index === exchange.limit - 1 &&
              (requestedCollection(target, exchange)?.order ?? []).length > 0,
          ),
      },
      ...mutantsBy(omitRecords, {
        'pages of more than ninety {records} end at ninety': ({ index, limit = 0, largest }) =>
          limit > 90 && limit < largest && index >= 90,
        'the largest page omits one {record}': ({ index, largest }) => index === largest - 1,
        '{records} that must not be listed are removed after the page was cut': ({ record, list }) =>
          String(idIn(list, record)).endsWith('4'),
      }),
    },
  },
  'page-limit-left-out': {
    topic: ['page sizes', 'page sizes'],
    hidesRecords: 'must',
    title: 'without {limit}, a page contains as many {records} as the contract states by default',
    claims: [
      eachCounted(
        (page, extent, judge) => {
          const { limit, offset = 0, list } = page.query;
          if (limit !== undefined || list.usual === undefined) return;
          const dueSize = dueOn(
            { ...page, query: { ...page.query, offset, limit: list.usual } },
            extent.count,
          );
          if (dueSize === undefined || dueSize === 0) return;
          judge.claim(page.size === dueSize, () => ({
            expected: `${pageWords(page.query)} returns ${recordWords(judge.nouns, dueSize)}, since the default of ${list.names.limit} is ${list.usual}`,
            saw: recordWords(judge.nouns, page.size),
            pages: pageAndEnd(page, extent.end),
            fingerprint: 'total',
          }));
        },
        (nouns) => ['no collection was listed without a page size', `with several ${nouns.records}`],
      ),
    ],
    mutants: mutantsBy(misreadUnfiltered, {
      'without {limit}, a page contains one {record} too few': ({ limit, list: { usual = 0 } }) =>
        limit === undefined && usual > 1 && { limit: usual - 1 },
    }),
  },
  'page-limit-maximum': {
    topic: ['paging'],
    title: 'no page contains more than the greatest page size',
    claims: [
      {
        on: 'response',
        judge: ({ page }, judge) => {
          if (!page) return;
          const { maxItems } = page.query.bounds;
          const couldHoldMore = page.query.filter === undefined && (page.total ?? 0) > maxItems;
          if (page.size <= maxItems && !couldHoldMore)
            return judge.untested(
              `no collection has more than ${recordWords(judge.nouns, maxItems)}`,
              collectionLine(judge, `with over ${recordWords(judge.nouns, maxItems)}`),
            );
          judge.claim(page.size <= maxItems, () => ({
            expected: `${pageWords(page.query)} contains at most ${recordWords(judge.nouns, maxItems)}`,
            saw: recordWords(judge.nouns, page.size),
            shown: [page.exchange],
          }));
        },
      },
    ],
    mutants: mutantsBy(serveInFull, {
      'the greatest {limit} returns that many {records}': ({ limit, widest }) => limit === widest,
      'a {limit} above the greatest page size returns that many {records}': ({
        limit = 0,
        largest,
        widest,
      }) => limit > largest && limit <= widest,
      'without {limit}, the whole collection is returned': ({ limit }) => limit === undefined,
      '{limit}=0 is ignored': ({ limit }) => limit === 0,
      'a negative {limit} is ignored': ({ limit = 0 }) => limit < 0,
    }),
  },
  'page-limit-not-kept': {
    topic: ['paging'],
    title: 'without parameters, a listing has the same number of {records} each time',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = unfilteredPages(listing);
        const [first, ...others] = pages.filter(
          ({ query: { limit, offset } }) => limit === undefined && offset === undefined,
        );
        for (const page of others) {
          if (!first || page.total !== first.total) continue;
          judge.claim(page.size === first.size, () => ({
            expected: `${pageWords(page.query)} holds ${recordWords(judge.nouns, first.size)} each time`,
            saw: `${recordWords(judge.nouns, page.size)}, as many as other requests asked for with ${page.query.list.names.limit}`,
            // Each after a page that asks for its size, which a server may keep.
            pages: [pageAskedFor(pages, page), page, pageAskedFor(pages, first), first],
            toBlame: 0,
            fingerprint: 'total',
          }));
        }
        judge.untested(
          'no collection was listed twice without parameters',
          pages.some(({ size }) => size > 1)
            ? undefined
            : collectionLine(judge, `of several ${judge.nouns.records}`),
        );
      }),
    ],
    mutants: {
      'without {limit}, that of the previous request is used': keepLimit,
    },
  },
  'page-limit': {
    topic: ['page sizes', 'page sizes'],
    hidesRecords: 'must',
    title: 'a page contains at most {limit} {records}',
    shows: 'pagination',
    claims: [
      eachPage(({ page }, judge) => {
        const limit = limitOf(page);
        if (!page.query.isDefined) return judge.untested(undefinedRequests(judge.contract));
        if (limit === undefined) return;
        // A page with fewer records does not show by what limit it was cut.
        if (page.size < limit && page.total === page.size)
          return judge.untested(
            `no collection holds more ${judge.nouns.records} than a small page`,
            collectionLine(judge, `with several ${judge.nouns.records}`),
          );
        judge.claim(page.size <= limit, () => ({
          expected: `${pageWords(page.query)} contains at most ${recordWords(judge.nouns, limit)}`,
          saw: recordWords(judge.nouns, page.size),
          shown: [page.exchange],
        }));
      }),
    ],
    mutants: {
      '{limit} is ignored without {offset}': ignoreLimitAlone,
      ...mutantsBy(misread, {
        'a page contains one {record} too many': ({ limit, largest }) =>
          limit !== undefined && limit < largest && { limit: limit + 1 },
        'small pages contain ten {records}': ({ size }) => size < 10 && { limit: 10 },
        'under a filter, {limit} is ignored': ({ filter, largest }) =>
          filter !== undefined && { limit: largest },
      }),
    },
  },
  'page-offset-alone': {
    topic: ['offset'],
    title: '`{offset}` without `{limit}` skips that many {records}',
    shows: 'pagination',
    claims: [
      eachCounted(
        (page, extent, judge, listing) => {
          const { limit, offset = 0, list } = page.query;
          const left = extent.count - offset;
          // What is past the end is for another rule, and so is where the page begins.
          if (limit !== undefined || offset === 0 || left <= 0) return;
          judge.claim(page.size > 0 && page.size <= left, () => ({
            // If pages are numbered, how many records there are is not known for sure.
            expected: numberedPage(listing)
              ? `${pageWords(page.query)} without ${list.names.limit} returns at least 1 ${judge.nouns.record}`
              : `${pageWords(page.query)} without ${list.names.limit} returns ${betweenWords(judge.nouns, 1, left)} (the collection has ${countWords(judge.nouns, extent.count, listing.holds?.length)})`,
            ...sizeFound(page, extent, listing),
          }));
        },
        ({ records }) => [`no collection has several ${records}`, `with several ${records}`],
      ),
    ],
    mutants: mutantsBy(misreadUnfiltered, {
      'without {limit}, {offset} is ignored': ({ limit, offset }) =>
        limit === undefined && offset > 0 && { offset: 0 },
      'without a limit, an offset is the number of a full page': ({ limit, offset, largest }) =>
        limit === undefined && offset > 0 && { offset: (offset - 1) * largest },
    }),
  },
  'page-offset-past-end-served': {
    topic: ['paging'],
    title: 'a `{offset}` past the last {record} is accepted',
    claims: [
      eachListing('counts', (listing, judge) => {
        const extent = extentIn(listing);
        if (!extent) return;
        const { count, end, reference } = extent;
        const isPastEnd = ({ limit, offset = 0 }: PageQuery): boolean =>
          limit !== undefined && offset > 0 && offset >= count;
        for (const page of [...unfilteredPages(listing), ...listing.unserved]) {
          const { query, exchange } = page;
          const isUnserved = listing.unserved.includes(page);
          if (!promised(judge, exchange.request) || !isPastEnd(query)) continue;
          // Another rule reports a success without a body.
          if (isUnserved && wasAccepted(exchange)) continue;
          judge.claim(!isUnserved, () => ({
            expected: `${pageWords(query)} is served as an empty page, since there are ${recordWords(judge.nouns, count)}`,
            saw: insteadOf(exchange),
            pages: [page, end ?? reference ?? page],
            fingerprint: 'total',
          }));
        }
      }),
    ],
    mutants: {
      'the {offset} at its bound is rejected': {
        amend: { constraint: '{operation}/{offset}/maximum', by: -1 },
      },
      ...mutantsBy(respondWith(404), {
        'just past the end a page is not found': ({ offset, filter, total }) =>
          filter === undefined && offset > 0 && offset === total,
        'past the end a listing returns 404, also with a filter': ({ offset, total }) =>
          offset > 0 && offset >= total,
      }),
      ...mutantsBy(respondWith(500), {
        'a page that would reach beyond ten thousand crashes': ({ offset, limit = 0, farthest }) =>
          offset + limit > farthest && offset <= farthest,
        'past the end a listing crashes': ({ offset, filter, total }) =>
          filter === undefined && offset > total,
      }),
    },
  },
  'page-offset-past-end': {
    topic: ['paging'],
    title: 'a `{offset}` past the last {record} returns an empty page',
    claims: [
      eachListing('counts', (listing, judge) => {
        const { count = 0, end } = extentIn(listing) ?? {};
        // If no page shows the end, a page past it shows nothing by itself when it is rechecked.
        if (!end) return;
        for (const page of unfilteredPages(listing)) {
          const { offset, bounds } = page.query;
          if (offset === undefined || offset < count || (offset === 0 && page.size === 0)) continue;
          if (!isPlaceKnown(page.query)) continue;
          // Without a stated bound, a larger number may be read as another.
          if (
            offset > bounds.farthest &&
            maximumOf(judge.contract, listOf(judge.contract).names.offset) === undefined
          )
            continue;
          judge.claim(page.size === 0, () => ({
            expected: `${pageWords(page.query)} returns no ${judge.nouns.record}, since the collection has ${countWords(judge.nouns, count, listing.holds?.length)}`,
            saw: recordWords(judge.nouns, page.size),
            pages: end === page ? [page] : [page, end],
            fingerprint: 'total',
          }));
        }
        judge.untested('no page past the end of a collection was served');
      }),
    ],
    mutants: mutantsBy(
      (wrong: Parameters<typeof misread>[0]) => misreadUnfiltered((page) => page.total > 0 && wrong(page)),
      {
        'past the end, {offset} is ignored without {limit}': ({ limit, offset, total }) =>
          limit === undefined && offset >= total && { offset: 0 },
        'an offset past the end starts again at the beginning': ({ offset, total }) =>
          offset >= total && { offset: 0 },
        'the farthest offset shows the last page': ({ offset, farthest, total }) =>
          offset === farthest && { offset: total - 1 },
        'just past the end, the last {record} is returned again': ({ offset, total }) =>
          offset === total && { offset: total - 1 },
      },
    ),
  },
});
