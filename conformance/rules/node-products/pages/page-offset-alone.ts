import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { numberedPage, wordsOfNumbered } from '../../../interface/node-products/pages/numbered-pages.ts';
import {
  between,
  countWords,
  pageWords,
  productWords,
} from '../../../interface/node-products/pages/page-words.ts';
import { plainPages } from '../../../interface/whole.ts';
import { misread } from '../../../mutants/node-products/listing.ts';

export default rule({
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
  mutants: [
    {
      name: 'without {limit}, {offset} is ignored',
      wire: misread(({ filter, limit, offset }) =>
        filter === undefined && limit === undefined && offset > 0 ? { offset: 0 } : undefined,
      ),
    },
    {
      name: 'without a limit, an offset is the number of a full page',
      wire: misread(({ filter, limit, offset, largest }) =>
        filter === undefined && limit === undefined && offset > 0
          ? { offset: (offset - 1) * largest }
          : undefined,
      ),
    },
  ],
});
