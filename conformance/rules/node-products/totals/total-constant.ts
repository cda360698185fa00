import { printPath } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { totalWords } from '../../../interface/node-products/pages/total-words.ts';
import { plainPages } from '../../../interface/whole.ts';
import { changeTotal } from '../../../mutants/node-products/listing.ts';

export default rule({
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
  mutants: [
    {
      name: 'the total is wrong on the last page',
      wire: changeTotal((total, { offset, limit, filter }) =>
        filter === undefined && offset > 0 && limit !== undefined && offset + limit >= total
          ? total - 1
          : total,
      ),
    },
    {
      name: 'without {limit}, the total is the size of the page',
      wire: changeTotal((total, { filter, limit }, products) =>
        filter === undefined && limit === undefined ? products : total,
      ),
    },
    {
      name: 'the total is wrong on the second page of a few products',
      wire: changeTotal((total, { offset, largest, limit = largest, filter }) =>
        filter === undefined && limit < largest && offset === limit ? total + 1 : total,
      ),
    },
    {
      name: 'the total is the size of the page',
      wire: changeTotal((total, { filter }, products) => (filter === undefined ? products : total)),
    },
    {
      name: 'past the end the total is zero',
      wire: changeTotal((total, { filter, offset }) => (filter === undefined && offset >= total ? 0 : total)),
    },
    {
      name: 'the total is what is left from the offset on',
      wire: changeTotal((total, { filter, offset }) =>
        filter === undefined ? Math.max(0, total - offset) : total,
      ),
    },
  ],
});
