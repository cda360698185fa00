import type { Mutant } from '../../../../src/http/exchange.ts';
import type { Page } from '../../../core/evidence.ts';
import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { operationOf } from '../../../interface/operation-of.ts';
import { plainPages } from '../../../interface/whole.ts';
import { asked, asking } from '../../../mutants/node-products/listing.ts';

/** Keeps the limit of a request for those without one. */
const keptLimit: Mutant = (next, contract) => {
  let kept: number | undefined;
  return (call) => {
    if (operationOf(call) !== 'node-products') return next(call);
    const { limit, largest, list } = asked(call, contract);
    if (limit !== undefined && limit >= 1 && limit <= largest) kept = limit;
    return next(limit === undefined && kept !== undefined ? asking(call, { limit: kept }, list) : call);
  };
};

export default rule({
  title: 'without parameters, a listing has the same number of products each time',
  claims: [
    eachListing('counts', (listing, judge) => {
      const pages = plainPages(listing);
      const [first, ...others] = pages.filter(isWithoutParameters);
      for (const page of first ? others : []) {
        if (!first || page.total !== first.total) continue;
        judge.claim(page.size === first.size, () => ({
          expected: `${pageWords(page.query)} holds ${productWords(first.size)} each time`,
          saw: `${productWords(page.size)}, as many as other requests asked for with ${page.query.list.names.limit}`,
          // Each after a page that asks for its size: a server may keep that.
          pages: [askedFor(pages, page), page, askedFor(pages, first), first],
          toBlame: 0,
          fingerprint: 'total',
        }));
      }
      judge.untested('no node was listed twice without parameters', nodeLine('of several products'));
    }),
  ],
  mutants: [{ name: 'without {limit}, that of the previous request is used', wire: keptLimit }],
});

const isWithoutParameters = ({ query: { limit, offset } }: Page): boolean =>
  limit === undefined && offset === undefined;

/** The last page whose limit is the number of products on another; that page itself if there is none. */
const askedFor = (pages: readonly Page[], page: Page): Page =>
  pages.findLast(({ query }) => query.limit === page.size) ?? page;
