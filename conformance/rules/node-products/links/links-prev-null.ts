import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { noLinks } from '../../../interface/pages/following.ts';
import { pageWords } from '../../../interface/pages/page-words.ts';
import { pagedLike, startOf } from '../../../interface/pages/paged.ts';
import { changeLinks } from '../../../mutants/listing.ts';

export default rule({
  title: 'there is no previous page before the first',
  claims: [
    {
      on: 'answer',
      judge: ({ page }, judge) => {
        const { filter, offset, odd } = page?.query ?? { odd: true };
        if (!page || odd || filter !== undefined || offset !== 0) return;
        if (page.links.length === 0) judge.unexercised(noLinks);
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
        const { filter, offset, odd } = page.query;
        if (odd || filter !== undefined || offset !== undefined) continue;
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
      name: 'the first page has a page before it',
      wire: changeLinks((links, { offset, hasOffset }) =>
        hasOffset && offset === 0 ? { ...links, prev: links.current ?? '' } : links,
      ),
    },
    {
      name: 'without an offset, the first page has a page before it',
      wire: changeLinks((links, { hasOffset }) =>
        hasOffset ? links : { ...links, prev: links.current ?? '' },
      ),
    },
    {
      name: 'where the whole node fits the page, it has a page before it',
      wire: changeLinks((links, { offset, limit = 0, filter }, total) =>
        filter === undefined && offset === 0 && limit >= total
          ? { ...links, prev: links.current ?? '' }
          : links,
      ),
    },
  ],
});
