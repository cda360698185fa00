import { eachListing } from '../../core/claims.ts';
import type { Page } from '../../core/evidence.ts';
import { dropAsSpelled } from '../../core/mutants.ts';
import { nodeLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import { hasCurated, isWholeCurated, misread, relist, rotate } from '../mutants.ts';
import { pagesAgree, placedPages } from '../pages/places.ts';
import { pageWords, productWords } from '../query.ts';
import { idsOf, plainPages } from '../reading.ts';
import { reverseEverySecond, rotateEachTime } from '../totals/mutants.ts';

const membersOf = ({ items }: Page): string => (idsOf(items) ?? []).toSorted().join();

export default rules('list', ['paging', 'pages that do not join'], {
  'offset-tail-curated': {
    title: '`{offset}=N` skips the first N products of a fully curated node',
    shows: 'pagination',
    claims: [pagesAgree('within', 'curated')],
    mutants: {
      'on a curated node, {offset} is ignored without {limit}': relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === undefined && offset < whole.length && isWholeCurated(whole)
          ? rotate(whole, -offset)
          : whole,
      ),
      'on a curated node, a {offset} that is not a multiple of {limit} starts one product early': relist(
        (whole, { limit, offset, filter }) =>
          filter === undefined && limit !== undefined && isWholeCurated(whole) && offset % limit > 0
            ? rotate(whole, -1)
            : whole,
      ),
    },
  },
  'offset-tail': {
    title: '`{offset}=N` skips the first N products',
    shows: 'pagination',
    claims: [pagesAgree('within', 'others')],
    mutants: {
      'a {offset} that is not a multiple of {limit} starts one product late': relist(
        (whole, { limit, offset, filter }) =>
          filter === undefined && limit !== undefined && !isWholeCurated(whole) && offset % limit > 0
            ? rotate(whole, 1)
            : whole,
      ),
      'an offset counts in pages': relist((whole, { limit = 1, offset, filter }) =>
        filter === undefined && offset < whole.length && offset % limit > 0 && !isWholeCurated(whole)
          ? rotate(whole, Math.floor(offset / limit) * limit - offset)
          : whole,
      ),
      '{offset} is ignored without {limit}': relist((whole, { limit, offset, filter }) =>
        filter === undefined && limit === undefined && offset < whole.length && !isWholeCurated(whole)
          ? rotate(whole, -offset)
          : whole,
      ),
    },
  },
  'order-stable': {
    topic: ['order', 'pages that do not join'],
    title: 'a node listed twice returns its products in the same order',
    shows: 'pagination',
    claims: [
      eachListing('members', (listing, judge) => {
        const looks = Map.groupBy(
          placedPages(plainPages(listing)).filter(({ size }) => size > 1),
          ({ query: { limit, offset } }) => `${limit} ${offset}`,
        );
        for (const [first, ...others] of looks.values())
          for (const page of others) {
            // Other products than before are movement, and say nothing of the order.
            if (!first || membersOf(page) !== membersOf(first)) continue;
            judge.claim(idsOf(page.items)?.join() === idsOf(first.items)?.join(), () => ({
              expected: `${pageWords(page.query)} returns its products in the same order every time`,
              saw: `the same products in another order; a client that reads all pages misses some and gets others twice`,
              pages: [page, first],
              // No page is to blame more than the other, and both show that the order changes.
              toBlame: 0,
              fingerprint: 'members',
            }));
          }
        judge.untested('no node was read twice with several products', nodeLine('with several products'));
      }),
    ],
    mutants: {
      'every second listing of a node is in reverse': reverseEverySecond,
      'each listing of a node begins with another product': rotateEachTime,
    },
  },
  'page-offset-default': {
    topic: ['paging'],
    title: 'without {offset}, a listing starts at its first product',
    shows: 'pagination',
    claims: [
      pagesAgree('unsaid', 'all'),
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing);
        for (const page of pages) {
          const { limit, offset } = page.query;
          if (offset !== undefined || limit === undefined) continue;
          const first = pages.find(({ query }) => query.limit === limit && query.offset === 0);
          if (!first) continue;
          judge.claim(page.size === first.size, () => ({
            expected: `${pageWords(page.query)} contains ${productWords(first.size)}, as ${pageWords(first.query)} does`,
            saw: productWords(page.size),
            pages: [page, first],
            fingerprint: 'total',
          }));
        }
      }),
    ],
    mutants: {
      'without an offset, a listing starts at its second product': relist((whole, { filter, hasOffset }) =>
        filter === undefined && !hasOffset && !hasCurated(whole) ? rotate(whole, 1) : whole,
      ),
      'without parameters, a listing is in reverse order': relist((whole, { filter, limit, hasOffset }) =>
        filter === undefined && limit === undefined && !hasOffset && !hasCurated(whole)
          ? whole.toReversed()
          : whole,
      ),
      'without {offset}, a page omits one product': misread(({ filter, limit = 1, hasOffset }) =>
        filter === undefined && !hasOffset && limit > 1 ? { limit: limit - 1 } : undefined,
      ),
    },
  },
  'pages-join-curated': {
    title: 'all pages of a fully curated node together are its complete listing',
    shows: 'pagination',
    claims: [pagesAgree('aligned', 'curated')],
    mutants: {
      '{offset} is dropped, but only where it is percent-encoded': dropAsSpelled(({ names }) =>
        encodeURIComponent(names.offset),
      ),
      'a curated page skips the product at its border': relist((whole, { limit, offset, filter }) =>
        filter === undefined && offset === limit && offset < whole.length - 1 && isWholeCurated(whole)
          ? [...whole.slice(0, offset), ...whole.slice(offset + 1), ...whole.slice(0, 1)]
          : whole,
      ),
      'curated order is kept within a page but not across pages': relist(
        (whole, { largest, limit = largest, filter }) =>
          filter === undefined && limit < whole.length && isWholeCurated(whole) && whole.length < largest
            ? rotate(whole, limit)
            : whole,
      ),
    },
  },
  'pages-join': {
    title: 'all pages of a node together are its complete listing',
    shows: 'pagination',
    claims: [pagesAgree('aligned', 'others')],
    mutants: {
      'on the largest page of a longer node, two products in the middle change places': relist(
        (whole, { limit, filter, largest }) =>
          filter === undefined && limit === largest && whole.length > largest && !isWholeCurated(whole)
            ? [...whole.slice(0, 50), ...whole.slice(50, 52).toReversed(), ...whole.slice(52)]
            : whole,
      ),
      'a page that begins after the first page skips one': relist(
        (whole, { largest, limit = largest, offset, filter }) =>
          filter === undefined &&
          offset >= largest &&
          offset < whole.length - 1 &&
          offset % limit === 0 &&
          !isWholeCurated(whole)
            ? [...whole.slice(0, offset), ...whole.slice(offset + 1), ...whole.slice(0, 1)]
            : whole,
      ),
      'the last product of the first page is returned again on the second': relist(
        (whole, { limit, offset, filter }) =>
          filter === undefined && offset === limit && !isWholeCurated(whole)
            ? [...whole.slice(0, offset), ...whole.slice(offset - 1, -1)]
            : whole,
      ),
      'on a long node, one product is returned twice and another never': relist(
        (whole, { filter, largest }) =>
          filter === undefined && whole.length > largest && !isWholeCurated(whole)
            ? [...whole.slice(0, -2), ...whole.slice(-3, -2), ...whole.slice(-1)]
            : whole,
      ),
      'a {limit} of the whole node changes its order': relist(
        (whole, { limit = 0, filter, hasOffset, largest }) =>
          filter === undefined && hasOffset && limit >= whole.length && limit < largest && !hasCurated(whole)
            ? whole.toReversed()
            : whole,
      ),
      'an offset counts pages': relist((whole, { limit = 1, offset, filter }) =>
        filter === undefined &&
        offset > 0 &&
        offset % limit === 0 &&
        offset < whole.length &&
        !isWholeCurated(whole)
          ? rotate(whole, (offset * limit - offset) % whole.length)
          : whole,
      ),
      'every page but the first starts one product early': relist((whole, { offset, filter }) =>
        filter === undefined && offset > 0 && offset < whole.length && !isWholeCurated(whole)
          ? rotate(whole, -1)
          : whole,
      ),
      'large pages are sorted another way': relist((whole, { limit = 0, filter }) =>
        filter === undefined && limit > 50 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
      'a page is reversed if {limit} is an uneven number': relist((whole, { limit = 0, filter }) =>
        filter === undefined && limit % 2 === 1 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
      'every page but the first comes from the list in reverse': relist((whole, { offset, filter }) =>
        filter === undefined && offset > 0 && !hasCurated(whole) ? whole.toReversed() : whole,
      ),
    },
  },
});
