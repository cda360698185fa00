import type { PageQuery } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { wasAccepted } from '../../../core/status.ts';
import { eachListing } from '../../../interface/claims.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { insteadOf, promised } from '../../../interface/node-products/pages/serving.ts';
import { plainPages } from '../../../interface/whole.ts';
import { changeStatusWhere } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'a `{offset}` past the last product is accepted',
  claims: [
    eachListing('counts', (listing, judge) => {
      const pages = plainPages(listing);
      const extent = extentOf(pages, listing.node.live?.length);
      if (!extent) return;
      const { count, end, reference } = extent;
      const isPastEnd = ({ limit, offset = 0 }: PageQuery): boolean =>
        limit !== undefined && offset > 0 && offset >= count;
      for (const page of [...pages, ...listing.unserved]) {
        const { query, exchange } = page;
        const isUnserved = listing.unserved.includes(page);
        // A success without a body is another matter.
        if (!promised(judge, exchange.call) || !isPastEnd(query)) continue;
        if (isUnserved && wasAccepted(exchange)) continue;
        judge.claim(!isUnserved, () => ({
          expected: `${pageWords(query)} is served as an empty page, since there are ${productWords(count)}`,
          saw: insteadOf(exchange),
          pages: [page, end ?? reference ?? page],
          fingerprint: 'total',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'the {offset} at its bound is rejected',
      amend: { constraint: 'node-products/{offset}/maximum', by: -1 },
    },
    {
      name: 'just past the end a page is not found',
      wire: changeStatusWhere(
        ({ offset, filter }, total) => filter === undefined && offset > 0 && offset === total,
        404,
      ),
    },
    {
      name: 'a page that would reach beyond ten thousand crashes',
      wire: changeStatusWhere(
        ({ offset, limit = 0, farthest }) => offset + limit > farthest && offset <= farthest,
        500,
      ),
    },
    {
      name: 'past the end a listing crashes',
      wire: changeStatusWhere(({ offset, filter }, total) => filter === undefined && offset > total, 500),
    },
    {
      name: 'past the end a listing returns 404, also with a filter',
      wire: changeStatusWhere(({ offset }, total) => offset > 0 && offset >= total, 404),
    },
  ],
});
