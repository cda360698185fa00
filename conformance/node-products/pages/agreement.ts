import type { Claim } from '../../core/claim.ts';
import { fullyCuratedLine, nodeLine } from '../../core/remedies.ts';
import { eachListing } from '../../interface/claims.ts';
import { isFullyCurated, plainPages } from '../../interface/whole.ts';
import { allFit, extentOf } from './extent.ts';
import { pageWords } from './page-words.ts';
import { kindOf, type PlaceKind, placedPages, placesOf } from './places.ts';

/** Which nodes a claim is about. The order of a fully curated node is stated, that of others is not (READINGS 20). */
type Nodes = 'curated' | 'others' | 'all';

/**
 * The claim that pages of a kind agree with all others about which product is where. Where already the pages of
 * one size do not join, only that is told.
 */
export const pagesAgree = (kind: PlaceKind, nodes: Nodes): Claim =>
  eachListing('places', (listing, judge) => {
    const isCurated = isFullyCurated(listing);
    if (nodes === 'curated' && !isCurated)
      return judge.untested('no node is known to be fully curated', fullyCuratedLine(judge.target));
    if (nodes === 'others' && isCurated) return judge.untested('every node is fully curated');
    if (listing.pages.every(({ size }) => size < 2))
      return judge.untested('no node has several products', nodeLine('with several products'));
    const pages = plainPages(listing);
    if (placedPages(pages).length === 0)
      return judge.untested('no page contains the ids of all its products');
    if (!allFit(pages, extentOf(pages, listing.node.live?.length)?.count ?? 0))
      return judge.untested('pages contain too many or too few products; other rules report that');
    const { agreeing, misplaced, isRestless } = placesOf(listing);
    if (isRestless && !isCurated) return judge.untested('the same page is in another order each time');
    const isJoined = misplaced.every(({ page }) => kindOf(page) !== 'aligned');
    if (kind !== 'aligned' && !isJoined)
      return judge.untested('the pages of one size together are not the listing; another rule reports that');
    const wrong = new Map(misplaced.map((one) => [one.page, one]));
    for (const page of [...agreeing, ...wrong.keys()]) {
      if (kindOf(page) !== kind) continue;
      const { others = [], saw = '' } = wrong.get(page) ?? {};
      const { query } = page;
      judge.claim(!wrong.has(page), () => ({
        expected: `${pageWords(query)} returns the products from number ${(query.offset ?? 0) + 1} on, in the order of the other pages`,
        saw,
        pages: [page, ...others],
      }));
    }
  });
