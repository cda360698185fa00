import type { Mutant } from '../../../src/http/exchange.ts';
import { eachListing, eachPage } from '../../core/claims.ts';
import type { Page, PageQuery } from '../../core/evidence.ts';
import { unlessUncached } from '../../core/mutants.ts';
import { operationOf } from '../../core/operation-of.ts';
import { readsRejected } from '../../core/read-attempts.ts';
import { nodeLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { wasAccepted } from '../../core/status.ts';
import { asked, asking, changeProducts, changeStatusWhere, misread } from '../mutants.ts';
import { between, countWords, pageWords, productWords, undefinedRequests } from '../query.ts';
import { isFullyCurated, plainPages } from '../reading.ts';
import { insteadOf, promised } from '../requests/served.ts';
import { cutTo32Bits, grantInFull, ignoreLimitAlone, readInteger } from './mutants.ts';
import { dueOn, extentOf, numberedPage, pagedLike, startOf, wordsOfNumbered } from './places.ts';

/** On the last of several pages, one product is missing. */
const shortLastPage = misread(({ limit, offset, filter }, total) =>
  filter === undefined && limit !== undefined && offset > 0 && offset + limit > total && total - offset > 1
    ? { limit: total - offset - 1 }
    : undefined,
);

/** Keeps the limit of a request for those without one. */
const keptLimit: Mutant = (next, contract) => {
  let kept: number | undefined;
  return (call) => {
    if (operationOf(call) !== 'node-products') return next(call);
    const { limit, largest, list } = asked(call, contract);
    if (limit !== undefined && limit >= 1 && limit <= largest) kept = limit;
    return next(limit === undefined && kept !== undefined ? asking(call, { limit: kept }, list) : call);
  };
};

const isWithoutParameters = ({ query: { limit, offset } }: Page): boolean =>
  limit === undefined && offset === undefined;

/** The last page whose limit is the number of products on another; that page itself if there is none. */
const askedFor = (pages: readonly Page[], page: Page): Page =>
  pages.findLast(({ query }) => query.limit === page.size) ?? page;

export default rules('list', ['paging', 'parameters'], {
  'page-limit-bound': {
    title: 'a {limit} above its bound is rejected',
    claims: [readsRejected],
    mutants: {
      'a limit above the bound is served': { amend: { constraint: 'node-products/{limit}/maximum' } },
      'a limit one above the bound is served': {
        amend: { constraint: 'node-products/{limit}/maximum', by: 1 },
      },
      'a limit is cut to 32 bits': cutTo32Bits('limit'),
    },
  },
  'page-limit-exact': {
    topic: ['page sizes', 'page sizes'],
    title: 'a page contains `{limit}` products, or all that remain',
    shows: 'pagination',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing);
        const extent = extentOf(pages, listing.node.live?.length);
        if (!extent) return;
        const { count, end } = extent;
        const numbered = numberedPage(listing);
        for (const page of pages) {
          const due = dueOn(page, count);
          // What is past the end is for another rule.
          if (due === undefined || due === 0) continue;
          judge.claim(page.size === due, () => ({
            expected: `${pageWords(page.query)} returns ${due} of ${countWords(count, listing.node.live?.length)}`,
            saw: productWords(page.size) + (numbered ? `; ${wordsOfNumbered(numbered)}` : ''),
            pages: [page, ...new Set([end ?? page, numbered ?? page].filter((one) => one !== page))],
            fingerprint: 'total',
          }));
        }
        judge.untested('no node has products', nodeLine('with products'));
      }),
      // Where no offset is given, the place of its first product tells what is left for a page to hold, if it has one.
      eachListing('counts', (listing, judge) => {
        if (!isFullyCurated(listing)) return;
        const pages = plainPages(listing).filter(({ query }) => query.offset === undefined);
        const extent = extentOf(plainPages(listing), listing.node.live?.length);
        if (!extent) return;
        for (const page of pages) {
          const paged = pagedLike(listing, page);
          const offset = startOf(page, paged);
          const first = paged.showing(page.items[0]?.id);
          if (offset === undefined || !first) continue;
          const due = dueOn({ ...page, query: { ...page.query, offset } }, extent.count);
          if (due === undefined || due === 0) continue;
          judge.claim(page.size === due, () => ({
            expected: `${pageWords(page.query)} begins with product ${offset + 1} and returns ${productWords(due)}`,
            saw: productWords(page.size),
            pages: [page, ...new Set(extent.end ? [first, extent.end] : [first])],
          }));
        }
      }),
    ],
    mutants: {
      'the last page omits one product': shortLastPage,
      'the last page omits one product, except if the request forbids caches': unlessUncached(shortLastPage),
      'a page that the whole node fits exactly omits one product': misread(
        ({ limit, filter, offset }, total) =>
          filter === undefined && offset === 0 && limit === total && total > 1
            ? { limit: limit - 1 }
            : undefined,
      ),
      'without {offset}, a page omits one product': changeProducts(
        (product, index, { limit, hasOffset, filter }) =>
          filter === undefined && !hasOffset && limit !== undefined && limit > 1 && index === limit - 1
            ? undefined
            : product,
      ),
      'pages of more than ninety products end at ninety': changeProducts(
        (product, index, { limit = 0, filter, largest }) =>
          filter === undefined && limit > 90 && limit < largest && index >= 90 ? undefined : product,
      ),
      'the largest page omits one product': changeProducts((product, index, { filter, largest }) =>
        filter === undefined && index === largest - 1 ? undefined : product,
      ),
      'a {limit} of one less than the node returns one product too few': misread(
        ({ limit, filter, offset }, total) =>
          filter === undefined && offset === 0 && limit === total - 1 && limit > 1
            ? { limit: limit - 1 }
            : undefined,
      ),
      'products that must not be listed are removed after the page was cut': changeProducts(
        (product, _, { filter }) =>
          filter === undefined && String(product.id).endsWith('4') ? undefined : product,
      ),
    },
  },
  'page-limit-integer': {
    title: 'a {limit} that is not an integer is rejected',
    claims: [readsRejected],
    mutants: {
      'any text is accepted as {limit}': { amend: { constraint: 'node-products/{limit}/type' } },
      'a limit is read as far as there are digits': readInteger('limit', (text) => /^\d+/.exec(text)?.[0]),
      'a {limit} that is not an integer is ignored': readInteger('limit', () => undefined),
    },
  },
  'page-limit-maximum': {
    topic: ['paging'],
    title: 'no page contains more than the greatest page size',
    claims: [
      {
        on: 'answer',
        judge: ({ page }, judge) => {
          if (!page) return;
          const { held } = page.query.bounds;
          const couldHoldMore = page.query.filter === undefined && (page.total ?? 0) > held;
          if (page.size <= held && !couldHoldMore)
            return judge.untested(
              `no node has more than ${productWords(held)}`,
              nodeLine(`with over ${productWords(held)}`),
            );
          judge.claim(page.size <= held, () => ({
            expected: `${pageWords(page.query)} contains at most ${productWords(held)}`,
            saw: productWords(page.size),
            shown: [page.exchange],
          }));
        },
      },
    ],
    mutants: {
      'the greatest {limit} returns that many products': grantInFull(
        ({ limit, filter, widest }) => filter === undefined && limit === widest,
      ),
      'a {limit} above the greatest page size returns that many products': grantInFull(
        ({ limit = 0, filter, largest, widest }) =>
          filter === undefined && limit > largest && limit <= widest,
      ),
      'without {limit}, the whole node is returned': grantInFull(
        ({ limit, filter }) => filter === undefined && limit === undefined,
      ),
      '{limit}=0 is ignored': grantInFull(({ limit, filter }) => filter === undefined && limit === 0),
      'a negative {limit} is ignored': grantInFull(
        ({ limit = 0, filter }) => filter === undefined && limit < 0,
      ),
    },
  },
  'page-limit-not-kept': {
    topic: ['paging'],
    title: 'without parameters, a listing has the same number of products each time',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing);
        const [first, ...others] = pages.filter(isWithoutParameters);
        for (const page of first ? others : []) {
          if (!first || page.total !== first.total) continue;
          judge.claim(page.size === first.size, () => ({
            expected: `${pageWords(page.query)} holds ${productWords(first.size)} each time`,
            saw: `${productWords(page.size)}, as many as other requests asked for with ${page.query.list.names.limit}`,
            // Each after a page that asks for its size: a server may keep that.
            pages: [askedFor(pages, page), page, askedFor(pages, first), first],
            toBlame: 0,
            fingerprint: 'total',
          }));
        }
        judge.untested('no node was listed twice without parameters', nodeLine('of several products'));
      }),
    ],
    mutants: {
      'without {limit}, that of the previous request is used': keptLimit,
    },
  },
  'page-limit': {
    topic: ['page sizes', 'page sizes'],
    title: 'a page contains at most {limit} products',
    shows: 'pagination',
    claims: [
      eachPage(({ page }, judge) => {
        const { limit, isPlain, bounds } = page.query;
        if (!isPlain) return judge.untested(undefinedRequests);
        if (limit === undefined || limit < 1 || limit > bounds.largest) return;
        // What limit a page with fewer products was cut by does not show.
        if (page.size < limit && page.total === page.size)
          return judge.untested(
            'no node holds more products than a small page',
            nodeLine('with several products'),
          );
        judge.claim(page.size <= limit, () => ({
          expected: `${pageWords(page.query)} contains at most ${productWords(limit)}`,
          saw: productWords(page.size),
          shown: [page.exchange],
        }));
      }),
    ],
    mutants: {
      '{limit} is ignored without {offset}': ignoreLimitAlone,
      'a page contains one product too many': misread(({ limit, largest }) =>
        limit !== undefined && limit < largest ? { limit: limit + 1 } : undefined,
      ),
      'small pages contain ten products': misread(({ limit, largest }) =>
        (limit ?? largest) < 10 ? { limit: 10 } : undefined,
      ),
      'under a filter, {limit} is ignored': misread(({ filter, largest }) =>
        filter === undefined ? undefined : { limit: largest },
      ),
    },
  },
  'page-offset-alone': {
    topic: ['offset'],
    title: '`{offset}` without `{limit}` skips that many products',
    shows: 'pagination',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing);
        const extent = extentOf(pages, listing.node.live?.length);
        if (!extent) return;
        const { count, end } = extent;
        const numbered = numberedPage(listing);
        for (const page of pages) {
          const { limit, offset = 0 } = page.query;
          // What is past the end is for another rule, and so is where the page begins.
          if (limit !== undefined || offset === 0 || offset >= count) continue;
          judge.claim(page.size > 0 && page.size <= count - offset, () => ({
            // Where pages are numbered, how many products there are is not known for sure.
            expected: numbered
              ? `${pageWords(page.query)} without ${page.query.list.names.limit} returns at least 1 product`
              : `${pageWords(page.query)} without ${page.query.list.names.limit} returns ${between(1, count - offset)} (the node has ${countWords(count, listing.node.live?.length)})`,
            saw: productWords(page.size) + (numbered ? `; ${wordsOfNumbered(numbered)}` : ''),
            pages: [page, ...new Set([end ?? page, numbered ?? page].filter((one) => one !== page))],
            fingerprint: 'total',
          }));
        }
        judge.untested('no node has several products', nodeLine('with several products'));
      }),
    ],
    mutants: {
      'without {limit}, {offset} is ignored': misread(({ filter, limit, offset }) =>
        filter === undefined && limit === undefined && offset > 0 ? { offset: 0 } : undefined,
      ),
      'without a limit, an offset is the number of a full page': misread(
        ({ filter, limit, offset, largest }) =>
          filter === undefined && limit === undefined && offset > 0
            ? { offset: (offset - 1) * largest }
            : undefined,
      ),
    },
  },
  'page-offset-bound': {
    title: 'a {offset} above its bound is rejected',
    claims: [readsRejected],
    mutants: {
      'an offset above the bound is served': { amend: { constraint: 'node-products/{offset}/maximum' } },
      'an offset one above the bound is served': {
        amend: { constraint: 'node-products/{offset}/maximum', by: 1 },
      },
      'an offset is cut to 32 bits': cutTo32Bits('offset'),
    },
  },
  'page-offset-integer': {
    title: 'a {offset} that is not an integer is rejected',
    claims: [readsRejected],
    mutants: {
      'any text is accepted as {offset}': { amend: { constraint: 'node-products/{offset}/type' } },
      'an offset is read as far as there are digits': readInteger('offset', (text) => /^\d+/.exec(text)?.[0]),
      'a {offset} that is not an integer is ignored': readInteger('offset', () => undefined),
    },
  },
  'page-offset-past-end-served': {
    topic: ['paging'],
    title: 'a `{offset}` past the last product is accepted',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing);
        const extent = extentOf(pages, listing.node.live?.length);
        if (!extent) return;
        const { count, end, reference } = extent;
        const isPastEnd = ({ limit, offset = 0 }: PageQuery): boolean =>
          limit !== undefined && offset > 0 && offset >= count;
        for (const page of [...pages, ...listing.unserved]) {
          const { query, exchange } = page;
          const isUnserved = listing.unserved.includes(page);
          // A success without a body is another matter.
          if (!promised(judge, exchange.call) || !isPastEnd(query)) continue;
          if (isUnserved && wasAccepted(exchange)) continue;
          judge.claim(!isUnserved, () => ({
            expected: `${pageWords(query)} is served as an empty page, since there are ${productWords(count)}`,
            saw: insteadOf(exchange),
            pages: [page, end ?? reference ?? page],
            fingerprint: 'total',
          }));
        }
      }),
    ],
    mutants: {
      'the {offset} at its bound is rejected': {
        amend: { constraint: 'node-products/{offset}/maximum', by: -1 },
      },
      'just past the end a page is not found': changeStatusWhere(
        ({ offset, filter }, total) => filter === undefined && offset > 0 && offset === total,
        404,
      ),
      'a page that would reach beyond ten thousand crashes': changeStatusWhere(
        ({ offset, limit = 0, farthest }) => offset + limit > farthest && offset <= farthest,
        500,
      ),
      'past the end a listing crashes': changeStatusWhere(
        ({ offset, filter }, total) => filter === undefined && offset > total,
        500,
      ),
      'past the end a listing returns 404, also with a filter': changeStatusWhere(
        ({ offset }, total) => offset > 0 && offset >= total,
        404,
      ),
    },
  },
  'page-offset-past-end': {
    topic: ['paging'],
    title: 'a `{offset}` past the last product returns an empty page',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing);
        const extent = extentOf(pages, listing.node.live?.length);
        // Where no page shows the end, a page past it shows nothing by itself when it is rechecked.
        if (!extent?.end) return;
        const { count, end } = extent;
        for (const page of pages) {
          const { offset } = page.query;
          if (offset === undefined || offset < count || (offset === 0 && page.size === 0)) continue;
          judge.claim(page.size === 0, () => ({
            expected: `${pageWords(page.query)} returns no product, since the node has ${countWords(count, listing.node.live?.length)}`,
            saw: productWords(page.size),
            pages: end === page ? [page] : [page, end],
            fingerprint: 'total',
          }));
        }
        judge.untested('no page past the end of a node was served');
      }),
    ],
    mutants: {
      'past the end, {offset} is ignored without {limit}': misread(({ limit, offset, filter }, total) =>
        filter === undefined && limit === undefined && offset >= total && total > 0
          ? { offset: 0 }
          : undefined,
      ),
      'an offset past the end starts again at the beginning': misread(({ offset, filter }, total) =>
        filter === undefined && total > 0 && offset >= total ? { offset: 0 } : undefined,
      ),
      'the farthest offset shows the last page': misread(({ offset, filter, farthest }, total) =>
        filter === undefined && total > 0 && offset === farthest ? { offset: total - 1 } : undefined,
      ),
      'just past the end, the last product is returned again': misread(({ offset, filter }, total) =>
        filter === undefined && total > 0 && offset === total ? { offset: total - 1 } : undefined,
      ),
    },
  },
});
