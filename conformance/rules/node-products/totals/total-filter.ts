import type { Page } from '../../../core/evidence.ts';
import { printPath } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { shownValue } from '../../../interface/node-products/filters/asked.ts';
import { readFilter } from '../../../interface/node-products/filters/filter.ts';
import { productsIn } from '../../../interface/node-products/filters/known-products.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { totalWords } from '../../../interface/node-products/pages/total-words.ts';
import { type CompleteReading, filteredPages, plainPages, readingOf } from '../../../interface/whole.ts';
import { changeTotal } from '../../../mutants/node-products/listing.ts';

export default rule({
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
        const matching = [...(extent?.end ? [extent.count] : []), ...matchesOf(alike[0], readingOf(listing))];
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
  mutants: [
    {
      name: 'the total under a filter is the limit',
      wire: changeTotal((total, { filter, limit }) => (filter === undefined ? total : (limit ?? total))),
    },
    {
      name: 'under a filter, the total of a partial page is the size of the page',
      wire: changeTotal((total, { filter }, products) =>
        filter !== undefined && products < total ? products : total,
      ),
    },
    {
      name: 'where nothing matches, the total is one',
      wire: changeTotal((total, { filter }, products) =>
        filter !== undefined && total === 0 && products === 0 ? 1 : total,
      ),
    },
    {
      name: 'under a filter the total is one too many',
      wire: changeTotal((total, { filter }) => (filter === undefined || total === 0 ? total : total + 1)),
    },
  ],
});

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
