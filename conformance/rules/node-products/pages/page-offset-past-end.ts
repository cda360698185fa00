import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { countWords, pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { plainPages } from '../../../interface/whole.ts';
import { misread } from '../../../mutants/node-products/listing.ts';

export default rule({
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
  mutants: [
    {
      name: 'past the end, {offset} is ignored without {limit}',
      wire: misread(({ limit, offset, filter }, total) =>
        filter === undefined && limit === undefined && offset >= total && total > 0
          ? { offset: 0 }
          : undefined,
      ),
    },
    {
      name: 'an offset past the end starts again at the beginning',
      wire: misread(({ offset, filter }, total) =>
        filter === undefined && total > 0 && offset >= total ? { offset: 0 } : undefined,
      ),
    },
    {
      name: 'the farthest offset shows the last page',
      wire: misread(({ offset, filter, farthest }, total) =>
        filter === undefined && total > 0 && offset === farthest ? { offset: total - 1 } : undefined,
      ),
    },
    {
      name: 'just past the end, the last product is returned again',
      wire: misread(({ offset, filter }, total) =>
        filter === undefined && total > 0 && offset === total ? { offset: total - 1 } : undefined,
      ),
    },
  ],
});
