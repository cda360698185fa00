import type { Listing, Page } from '../../../core/evidence.ts';
import { printPath } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { canBeCompared, changeIn, plainPages, readingOf } from '../../../interface/whole.ts';
import { keepFirstTotal } from '../../../mutants/node-products/counting.ts';
import { changeTotal } from '../../../mutants/node-products/listing.ts';

export default rule({
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
  mutants: [
    {
      name: 'the total stops at one hundred',
      wire: changeTotal((total, { filter, largest }) =>
        filter === undefined ? Math.min(total, largest) : total,
      ),
    },
    {
      name: 'the total counts one too many on nodes of one page',
      wire: changeTotal((total, { filter, largest }) =>
        filter === undefined && total < largest && total > 0 ? total + 1 : total,
      ),
    },
    {
      name: 'the total counts products that are not live, too',
      wireFor: ({ nodes }) =>
        changeTotal((total, { filter, path }) => {
          const node = nodes.find((one) => path.includes(`/nodes/${one.node}/`));
          return filter === undefined ? total + (node?.hidden?.length ?? 0) : total;
        }),
    },
    { name: 'the total of a node is that of the first request for it', wire: keepFirstTotal },
    {
      name: 'the total of an empty node is one',
      wire: changeTotal((total, { filter }) => (filter === undefined && total === 0 ? 1 : total)),
    },
    {
      name: 'the total counts places from zero',
      wire: changeTotal((total, { filter }) => (filter === undefined ? Math.max(0, total - 1) : total)),
    },
  ],
});

const others = (reference: Page, end: Page | undefined): Page[] => (end && end !== reference ? [end] : []);

/** Whether a complete reading that can be rechecked holds as many products as a total says. */
function isWhatIsListed(listing: Listing, total: number): boolean {
  const reading = readingOf(listing);
  return reading.isComplete && reading.items.length === total && canBeCompared(reading);
}
