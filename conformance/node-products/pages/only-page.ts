import type { Claim } from '../../core/claim.ts';
import type { LinkName } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { nodeLine } from '../../core/remedies.ts';
import { eachListing } from '../../interface/claims.ts';
import { boundsOf } from '../../interface/read-page.ts';
import { plainPages } from '../../interface/whole.ts';
import { extentOf } from './extent.ts';
import { noLinks } from './following.ts';
import { pageWords, productWords } from './page-words.ts';

/** The claim that a link is null on a page that is the only one: the first, and all products of the node are on it. */
export const nullOnOnlyPage = (name: LinkName): Claim =>
  eachListing('links', (listing, judge) => {
    const pages = plainPages(listing);
    const extent = extentOf(pages, listing.node.live?.length);
    if (!extent) return;
    if (pages.every(({ links }) => links.length === 0)) return judge.untested(noLinks);
    for (const page of pages) {
      const { offset = 0 } = page.query;
      if (offset > 0 || page.size !== extent.count) continue;
      for (const links of page.links)
        judge.claim((links[name] ?? null) === null, () => ({
          expected: `links.${name} null on ${pageWords(page.query)}, which contains all ${productWords(extent.count)}`,
          saw: printValue(links[name]),
          pages: [page],
        }));
    }
    judge.untested(
      'no node fits on one page',
      nodeLine(`with at most ${productWords(boundsOf(judge.contract).largest)}`),
    );
  });
