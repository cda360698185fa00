import { eachListing } from '../../core/claims.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { printPath } from '../../core/print.ts';
import { rules } from '../../core/rule.ts';
import { productsIn } from '../filters/claims.ts';
import { readFilter, shownValue } from '../filters/filter.ts';
import { changeTotal } from '../mutants.ts';
import { extentOf } from '../pages/places.ts';
import { pageWords, totalWords } from '../query.ts';
import {
  type CompleteReading,
  canBeCompared,
  changeIn,
  filteredPages,
  plainPages,
  readingOf,
} from '../reading.ts';
import { keepFirstTotal } from './mutants.ts';

const others = (reference: Page, end: Page | undefined): Page[] => (end && end !== reference ? [end] : []);

export default rules('list', ['constant total', 'totals'], {
  'total-constant': {
    title: 'without a filter, `{total}` is the same on every page',
    claims: [
      eachListing('counts', (listing, judge) => {
        const pages = plainPages(listing).filter(({ total }) => total !== undefined);
        const reference = extentOf(pages, listing.node.live?.length)?.reference;
        if (!reference) return judge.untested('the listing has no total');
        for (const page of pages.filter((one) => one !== reference))
          judge.claim(page.total === reference.total, () => ({
            expected: `${pageWords(page.query)} returns ${printPath(page.query.list.total)} ${reference.total}, as ${pageWords(reference.query)} does`,
            saw: totalWords(page, reference.total),
            pages: [page, reference],
            fingerprint: 'total',
          }));
      }),
    ],
    mutants: {
      'the total is wrong on the last page': changeTotal((total, { offset, limit, filter }) =>
        filter === undefined && offset > 0 && limit !== undefined && offset + limit >= total
          ? total - 1
          : total,
      ),
      'without {limit}, the total is the size of the page': changeTotal(
        (total, { filter, limit }, products) =>
          filter === undefined && limit === undefined ? products : total,
      ),
      'the total is wrong on the second page of a few products': changeTotal(
        (total, { offset, largest, limit = largest, filter }) =>
          filter === undefined && limit < largest && offset === limit ? total + 1 : total,
      ),
      'the total is the size of the page': changeTotal((total, { filter }, products) =>
        filter === undefined ? products : total,
      ),
      'past the end the total is zero': changeTotal((total, { filter, offset }) =>
        filter === undefined && offset >= total ? 0 : total,
      ),
      'the total is what is left from the offset on': changeTotal((total, { filter, offset }) =>
        filter === undefined ? Math.max(0, total - offset) : total,
      ),
    },
  },
  'total-count': {
    topic: ['count', 'totals'],
    title: '`{total}` is the number of products in the whole listing',
    claims: [
      eachListing('counts', (listing, judge) => {
        const { live } = listing.node;
        const pages = plainPages(listing).filter(({ total }) => total !== undefined);
        const extent = extentOf(pages, live?.length);
        const { reference, end } = extent ?? {};
        if (!extent || reference?.total === undefined) return judge.untested('the listing has no total');
        // A total that most pages do not show is not the total of the listing; another rule reports that.
        if (pages.filter(({ total }) => total === reference.total).length * 2 <= pages.length) return;
        const due = live?.length ?? extent.count;
        // Where a page shows what the operator says, others that do not are another rule's, or came after a change.
        const isShown = [...pages, ...listing.aside].some(
          ({ query, total }) => query.filter === undefined && total === live?.length,
        );
        if (isShown && reference.total !== due) return;
        // Where total and listing agree, which products are missing is for another rule to tell.
        if (reference.total !== due && isWhatIsListed(listing, reference.total)) return;
        const change = live && reference.total !== due ? changeIn(listing) : undefined;
        if (change !== undefined) return judge.inconclusive(change);
        if (live === undefined && !end) return judge.untested('no page contains the end of the listing');
        judge.claim(reference.total === due, () => ({
          expected: `${pageWords(reference.query)} returns ${printPath(reference.query.list.total)} ${due}, the number of products that ${live ? 'the target file lists as live' : 'are listed'}`,
          saw: String(reference.total),
          pages: [reference, ...others(reference, end)],
          fingerprint: 'total',
        }));
      }),
    ],
    mutants: {
      'the total stops at one hundred': changeTotal((total, { filter, largest }) =>
        filter === undefined ? Math.min(total, largest) : total,
      ),
      'the total counts one too many on nodes of one page': changeTotal((total, { filter, largest }) =>
        filter === undefined && total < largest && total > 0 ? total + 1 : total,
      ),
      'the total counts products that are not live, too': {
        wireFor: ({ nodes }) =>
          changeTotal((total, { filter, path }) => {
            const node = nodes.find((one) => path.includes(`/nodes/${one.node}/`));
            return filter === undefined ? total + (node?.hidden?.length ?? 0) : total;
          }),
      },
      'the total of a node is that of the first request for it': keepFirstTotal,
      'the total of an empty node is one': changeTotal((total, { filter }) =>
        filter === undefined && total === 0 ? 1 : total,
      ),
      'the total counts places from zero': changeTotal((total, { filter }) =>
        filter === undefined ? Math.max(0, total - 1) : total,
      ),
    },
  },
  'total-filter': {
    topic: ['filters', 'totals'],
    title: '`{total}` with a filter counts the matches or all products',
    claims: [
      eachListing('filters', (listing, judge) => {
        const plain = plainPages(listing);
        const whole = extentOf(plain, listing.node.live?.length);
        if (!whole) return;
        const ofNode = [whole.count, whole.reference?.total, listing.node.live?.length];
        const pages = filteredPages(listing).filter(({ total }) => total !== undefined);
        for (const alike of Map.groupBy(pages, ({ query }) => query.filter).values()) {
          const extent = extentOf(alike);
          const matching = [
            ...(extent?.end ? [extent.count] : []),
            ...matchesOf(alike[0], readingOf(listing)),
          ];
          if (matching.length === 0) continue;
          const shown = [extent?.end, whole.reference ?? whole.end ?? plain[0]].filter(
            (page) => page !== undefined,
          );
          for (const page of alike)
            judge.claim([...ofNode, ...matching].includes(page.total), () => ({
              expected: `${pageWords(page.query)} returns ${printPath(page.query.list.total)} ${matching[0]} (matching products) or ${whole.count} (all products of the node)`,
              saw: totalWords(page, whole.count),
              pages: [page, ...shown.filter((one) => one !== page)],
              fingerprint: 'total',
            }));
        }
        judge.untested('no filtered listing had matches that can be counted');
      }),
    ],
    mutants: {
      'the total under a filter is the limit': changeTotal((total, { filter, limit }) =>
        filter === undefined ? total : (limit ?? total),
      ),
      'under a filter, the total of a partial page is the size of the page': changeTotal(
        (total, { filter }, products) => (filter !== undefined && products < total ? products : total),
      ),
      'where nothing matches, the total is one': changeTotal((total, { filter }, products) =>
        filter !== undefined && total === 0 && products === 0 ? 1 : total,
      ),
      'under a filter the total is one too many': changeTotal((total, { filter }) =>
        filter === undefined || total === 0 ? total : total + 1,
      ),
    },
  },
});

/** Whether a complete reading that can be rechecked holds as many products as a total says. */
function isWhatIsListed(listing: Listing, total: number): boolean {
  const reading = readingOf(listing);
  return reading.isComplete && reading.items.length === total && canBeCompared(reading);
}

/** How many products of a complete reading a plain filter returns, letter case and outer spaces counted and not (READINGS 26). */
function matchesOf(page: Page | undefined, reading: CompleteReading): number[] {
  const filter = page && readFilter(page.query.list, page.query.filter);
  // A target may take one id only where several are given: only its pages tell what matches then (READINGS 26).
  if (!filter || !reading.isComplete || filter.values.length > 1) return [];
  const [value = ''] =
    filter.means === 'equals' ? filter.values : filter.values.map((id) => id.toLowerCase());
  const near = productsIn(reading, filter.attribute, value);
  if (!near) return [];
  return [near.filter((item) => shownValue(item, filter.attribute) === value).length, near.length];
}
