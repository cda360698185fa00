// The order of the records of a collection: pages join, do not overlap, and stay in one order (§4.3).

import type { Mutant } from '../../../src/http/exchange.ts';
import { eachListing } from '../../core/claims.ts';
import type { Page } from '../../core/evidence.ts';
import { kindRules, mutantsBy } from '../../core/rule.ts';
import { itemIdsOf, unfilteredPages } from '../complete-reading.ts';
import {
  type Arrange,
  hasPinned,
  misread,
  relist,
  relistOthers,
  relistUnpinned,
  rotate,
  shuffled,
  skipAt,
  unfiltered,
} from '../mutants.ts';
import { pagesAgree } from '../pages/pages-agree.ts';
import { placedPages } from '../pages/places.ts';
import { pageWords, recordWords } from '../query.ts';
import { collectionLine } from '../remedies.ts';

/** The ids on a page that another shows, too. */
const idsShared = ({ items }: Page, other: Page): readonly string[] => {
  const shown = new Set(itemIdsOf(other.items));
  return (itemIdsOf(items) ?? []).filter((id) => shown.has(id));
};

/** Reverses a listing without pinned records whenever the same request comes for the second, fourth, sixth time. */
const reverseEverySecond: Mutant = (next, contract) => {
  const seen = new Map<string, number>();
  const reversed = relist((exchange) => !hasPinned(exchange) && exchange.whole.toReversed())(next, contract);
  return (request) => {
    const times = (seen.get(request.target) ?? 0) + 1;
    seen.set(request.target, times);
    return times % 2 === 0 ? reversed(request) : next(request);
  };
};

/** Rearranges a listing without pinned records in another way at each request. */
const rearrangeEachTime =
  (arrange: (exchange: Parameters<Arrange>[0], requests: number) => ReturnType<Arrange>): Mutant =>
  (next, contract) => {
    let requests = 0;
    return (request) => {
      requests += 1;
      const by = requests;
      return relist((exchange) => !hasPinned(exchange) && arrange(exchange, by))(next, contract)(request);
    };
  };

/**
 * Begins a listing of one page with another record at each request; a longer one might as well have changed. Of pages by
 * tokens whose order is stated, another rule reports it.
 */
export const rotateEachTime = rearrangeEachTime(
  ({ whole, largest, list }, requests) =>
    !(list.order && list.outputToken) &&
    whole.length > 0 &&
    whole.length <= largest &&
    rotate(whole, requests % whole.length),
);

export default kindRules('list', ['paging', 'pages that do not join'], {
  'offset-tail': {
    hidesRecords: 'should',
    title: '`{offset}=N` skips the first N {records}',
    shows: 'pagination',
    claims: [pagesAgree('within', 'others')],
    mutants: mutantsBy(relistOthers, {
      'a {offset} that is not a multiple of {limit} starts one {record} late': ({
        whole,
        limit = 1,
        offset,
      }) => offset % limit > 0 && rotate(whole, 1),
      'an offset counts in pages': ({ whole, limit = 1, offset }) =>
        offset < whole.length && offset % limit > 0 && rotate(whole, -(offset % limit)),
      '{offset} is ignored without {limit}': ({ whole, limit, offset }) =>
        limit === undefined && offset < whole.length && rotate(whole, -offset),
    }),
  },
  'order-stable': {
    topic: ['order', 'pages that do not join'],
    hidesRecords: 'should',
    title: 'a collection listed twice returns its {records} in the same order',
    shows: 'pagination',
    claims: [
      eachListing('records', (listing, judge) => {
        const looks = Map.groupBy(
          placedPages(unfilteredPages(listing)).filter(({ size }) => size > 1),
          ({ query: { limit, offset } }) => `${limit} ${offset}`,
        );
        for (const [first, ...others] of looks.values())
          for (const page of others) {
            if (!first) continue;
            // If records come or go, those that stay keep their order.
            const [shared, sharedAtFirst] = [idsShared(page, first), idsShared(first, page)];
            if (shared.length < 2) continue;
            judge.claim(shared.join() === sharedAtFirst.join(), () => ({
              expected: `${pageWords(page.query)} returns its ${judge.nouns.records} in the same order every time`,
              saw: `the same ${judge.nouns.records} in another order; a client that reads all pages misses some and gets others twice`,
              pages: [page, first],
              // Neither page is to blame more than the other.
              toBlame: 0,
              fingerprint: shared.length === page.size ? 'records' : 'total',
            }));
          }
        judge.untested(
          `no collection was read twice with several ${judge.nouns.records}`,
          collectionLine(judge, `with several ${judge.nouns.records}`),
        );
      }),
    ],
    mutants: {
      'every second listing of a collection is in reverse': reverseEverySecond,
      'each listing of a collection begins with another {record}': rotateEachTime,
      'each listing of a collection is in another order': rearrangeEachTime(({ whole }, requests) =>
        shuffled(whole, requests),
      ),
    },
  },
  'page-offset-default': {
    topic: ['paging'],
    title: 'without {offset}, a listing starts at its first {record}',
    shows: 'pagination',
    claims: [
      pagesAgree('unsaid', 'all'),
      eachListing('counts', (listing, judge) => {
        const pages = unfilteredPages(listing);
        for (const page of pages) {
          const { limit, offset } = page.query;
          if (offset !== undefined || limit === undefined) continue;
          const first = pages.find(({ query }) => query.limit === limit && query.offset === 0);
          if (!first) continue;
          judge.claim(page.size === first.size, () => ({
            expected: `${pageWords(page.query)} contains ${recordWords(judge.nouns, first.size)}, as ${pageWords(first.query)} does`,
            saw: recordWords(judge.nouns, page.size),
            pages: [page, first],
            fingerprint: 'total',
          }));
        }
      }),
    ],
    mutants: {
      ...mutantsBy(relistUnpinned, {
        'without an offset, a listing starts at its second {record}': ({ whole, hasOffset }) =>
          !hasOffset && rotate(whole, 1),
        'without parameters, a listing is in reverse order': ({ whole, limit, hasOffset }) =>
          limit === undefined && !hasOffset && whole.toReversed(),
      }),
      'without {offset}, a page omits one {record}': misread(
        unfiltered(({ limit = 1, hasOffset }) => !hasOffset && limit > 1 && { limit: limit - 1 }),
      ),
    },
  },
  'pages-join': {
    hidesRecords: 'should',
    title: 'all pages of a collection together are its complete listing',
    shows: 'pagination',
    claims: [pagesAgree('aligned', 'others')],
    mutants: {
      ...mutantsBy(relistOthers, {
        'on the largest page of a longer collection, two {records} in the middle change places': ({
          whole,
          limit,
          largest,
        }) => {
          const middle = Math.floor(largest / 2);
          if (limit !== largest || whole.length <= largest) return false;
          const [first, second] = whole.slice(middle, middle + 2);
          return first && second && whole.toSpliced(middle, 2, second, first);
        },
        // On the last page of a listing whose order is stated, another rule reports it.
        'a page that begins after the first page skips one': ({ whole, largest, size, offset, list }) =>
          offset >= largest &&
          offset % size === 0 &&
          (!list.order || offset + size < whole.length) &&
          skipAt(whole, offset),
        'the last {record} of the first page is returned again on the second': ({ whole, limit, offset }) =>
          offset === limit && [...whole.slice(0, offset), ...whole.slice(offset - 1, -1)],
        'on a long collection, one {record} is returned twice and another never': ({ whole, largest }) =>
          whole.length > largest && [...whole.slice(0, -2), ...whole.slice(-3, -2), ...whole.slice(-1)],
        'an offset counts pages': ({ whole, limit = 1, offset }) =>
          offset > 0 &&
          offset % limit === 0 &&
          offset < whole.length &&
          rotate(whole, (offset * limit - offset) % whole.length),
        'every page but the first starts one {record} early': ({ whole, offset }) =>
          offset > 0 && offset < whole.length && rotate(whole, -1),
      }),
      ...mutantsBy(relistUnpinned, {
        // Another rule reports it where the contract states the order.
        'a {limit} of the whole collection changes its order': ({
          whole,
          limit = 0,
          hasOffset,
          largest,
          list,
        }) => !list.order && hasOffset && limit >= whole.length && limit < largest && whole.toReversed(),
        'large pages are sorted another way': ({ whole, limit = 0 }) => limit > 50 && whole.toReversed(),
        'a page is reversed if {limit} is an uneven number': ({ whole, limit = 0 }) =>
          limit % 2 === 1 && whole.toReversed(),
        'every page but the first comes from the list in reverse': ({ whole, offset }) =>
          offset > 0 && whole.toReversed(),
      }),
    },
  },
});
