import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { noLinks } from '../../../interface/node-products/pages/following.ts';
import { pageWords } from '../../../interface/node-products/pages/page-words.ts';
import { pagedLike, startOf } from '../../../interface/node-products/pages/paged.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'links.prev is null on the first page',
  claims: [
    {
      on: 'answer',
      judge: ({ page }, judge) => {
        const { filter, offset, isPlain } = page?.query ?? { isPlain: false };
        if (!page || !isPlain || filter !== undefined || offset !== 0) return;
        if (page.links.length === 0) judge.untested(noLinks);
        for (const { prev = null } of page.links)
          judge.claim(prev === null, () => ({
            expected: `links.prev null on ${pageWords(page.query)}, the first`,
            saw: printValue(prev),
            shown: [page.exchange],
          }));
      },
    },
    // Where no offset is given, the page that begins with the first product is the first, too.
    eachListing('links', (listing, judge) => {
      for (const page of listing.pages) {
        const { filter, offset } = page.query;
        if (filter !== undefined || offset !== undefined) continue;
        const paged = pagedLike(listing, page);
        if (startOf(page, paged) !== 0) continue;
        const [first] = page.items;
        const other = paged.showing(first?.id);
        for (const { prev = null } of page.links)
          judge.claim(prev === null, () => ({
            expected: `links.prev null on ${pageWords(page.query)}, which begins with the first product`,
            saw: printValue(prev),
            pages: other ? [page, other] : [page],
          }));
      }
    }),
  ],
  mutants: [
    {
      name: 'links.prev is present on the first page',
      wire: changeLinks((links, { offset, hasOffset }) =>
        hasOffset && offset === 0 ? { ...links, prev: links.current ?? null } : links,
      ),
    },
    {
      name: 'without {offset}, links.prev is present on the first page',
      wire: changeLinks((links, { hasOffset }) =>
        hasOffset ? links : { ...links, prev: links.current ?? null },
      ),
    },
    {
      name: 'a single page has links.prev',
      wire: changeLinks((links, { offset, limit = 0, filter }, total) =>
        filter === undefined && offset === 0 && limit >= total
          ? { ...links, prev: links.current ?? null }
          : links,
      ),
    },
  ],
});
