import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { dueOn, extentOf } from '../../../interface/node-products/pages/extent.ts';
import { numberedPage, wordsOfNumbered } from '../../../interface/node-products/pages/numbered-pages.ts';
import { countWords, pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { pagedLike, startOf } from '../../../interface/node-products/pages/paged.ts';
import { isFullyCurated, plainPages } from '../../../interface/whole.ts';
import { changeProducts, misread } from '../../../mutants/node-products/listing.ts';
import { unlessUncached } from '../../../mutants/request.ts';

/** On the last of several pages, one product is missing. */
const shortLastPage = misread(({ limit, offset, filter }, total) =>
  filter === undefined && limit !== undefined && offset > 0 && offset + limit > total && total - offset > 1
    ? { limit: total - offset - 1 }
    : undefined,
);

export default rule({
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
  mutants: [
    { name: 'the last page omits one product', wire: shortLastPage },
    {
      name: 'the last page omits one product, except if the request forbids caches',
      wire: unlessUncached(shortLastPage),
    },
    {
      name: 'a page that the whole node fits exactly omits one product',
      wire: misread(({ limit, filter, offset }, total) =>
        filter === undefined && offset === 0 && limit === total && total > 1
          ? { limit: limit - 1 }
          : undefined,
      ),
    },
    {
      name: 'without {offset}, a page omits one product',
      wire: changeProducts((product, index, { limit, hasOffset, filter }) =>
        filter === undefined && !hasOffset && limit !== undefined && limit > 1 && index === limit - 1
          ? undefined
          : product,
      ),
    },
    {
      name: 'pages of more than ninety products end at ninety',
      wire: changeProducts((product, index, { limit = 0, filter, largest }) =>
        filter === undefined && limit > 90 && limit < largest && index >= 90 ? undefined : product,
      ),
    },
    {
      name: 'the largest page omits one product',
      wire: changeProducts((product, index, { filter, largest }) =>
        filter === undefined && index === largest - 1 ? undefined : product,
      ),
    },
    {
      name: 'a {limit} of one less than the node returns one product too few',
      wire: misread(({ limit, filter, offset }, total) =>
        filter === undefined && offset === 0 && limit === total - 1 && limit > 1
          ? { limit: limit - 1 }
          : undefined,
      ),
    },
    {
      name: 'products that must not be listed are removed after the page was cut',
      wire: changeProducts((product, _, { filter }) =>
        filter === undefined && String(product.id).endsWith('4') ? undefined : product,
      ),
    },
  ],
});
