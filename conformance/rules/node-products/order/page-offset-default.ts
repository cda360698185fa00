import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { pagesAgree } from '../../../interface/node-products/pages/agreement.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { plainPages } from '../../../interface/whole.ts';
import { hasCurated, misread, relist, rotate } from '../../../mutants/node-products/listing.ts';

export default rule({
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
  mutants: [
    {
      name: 'without an offset, a listing starts at its second product',
      wire: relist((whole, { filter, hasOffset }) =>
        filter === undefined && !hasOffset && !hasCurated(whole) ? rotate(whole, 1) : whole,
      ),
    },
    {
      name: 'without parameters, a listing is in reverse order',
      wire: relist((whole, { filter, limit, hasOffset }) =>
        filter === undefined && limit === undefined && !hasOffset && !hasCurated(whole)
          ? whole.toReversed()
          : whole,
      ),
    },
    {
      name: 'without {offset}, a page omits one product',
      wire: misread(({ filter, limit = 1, hasOffset }) =>
        filter === undefined && !hasOffset && limit > 1 ? { limit: limit - 1 } : undefined,
      ),
    },
  ],
});
