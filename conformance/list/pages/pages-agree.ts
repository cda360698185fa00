import type { Claim } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import { isFullyOrdered, unfilteredPages } from '../complete-reading.ts';
import { pageWords } from '../query.ts';
import { collectionLine, fullOrderLine } from '../remedies.ts';
import { sortIn } from '../sort/sorted.ts';
import { allFit, extentOf } from './extent.ts';
import { type PlaceKind, placedPages, placeKind, placesOf } from './places.ts';

/** Which collections a claim is about: the order of some is declared as a whole, that of others is not (READINGS 20). */
type Ordering = 'ordered' | 'others' | 'all';

/** A claim that pages of a kind agree with all others. If the pages of one size do not join, only that is reported. */
export const pagesAgree = (kind: PlaceKind, collections: Ordering): Claim =>
  eachListing('places', (listing, judge) => {
    // The order of records with equal values is not stated; the rules on sorts are about them (READINGS L3).
    const [first] = listing.pages;
    if (first && sortIn(first.query.list, listing.further) !== undefined) return;
    const isOrdered = isFullyOrdered(listing);
    if (collections === 'ordered' && !isOrdered)
      return judge.untested(
        `no collection declares the order of all its ${judge.nouns.records}`,
        fullOrderLine(judge),
      );
    if (collections === 'others' && isOrdered)
      return judge.untested(`every collection declares the order of all its ${judge.nouns.records}`);
    if (listing.pages.every(({ size }) => size < 2))
      return judge.untested(
        `no collection has several ${judge.nouns.records}`,
        collectionLine(judge, `with several ${judge.nouns.records}`),
      );
    const pages = unfilteredPages(listing);
    if (placedPages(pages).length === 0)
      return judge.untested(`no page contains the ids of all its ${judge.nouns.records}`);
    if (!allFit(pages, extentOf(pages, listing.holds?.length)?.count ?? 0))
      return judge.untested(
        `pages contain too many or too few ${judge.nouns.records}; other rules report that`,
      );
    const { agreeing, misplaced, isRestless } = placesOf(listing);
    if (isRestless && !isOrdered) return judge.untested('the same page is in another order each time');
    const isJoined = misplaced.every(({ page }) => placeKind(page) !== 'aligned');
    if (kind !== 'aligned' && !isJoined)
      return judge.untested('the pages of one size together are not the listing; another rule reports that');
    const wrong = new Map(misplaced.map((one) => [one.page, one]));
    for (const page of [...agreeing, ...wrong.keys()]) {
      if (placeKind(page) !== kind) continue;
      const { others = [], saw = '' } = wrong.get(page) ?? {};
      const { query } = page;
      judge.claim(!wrong.has(page), () => ({
        expected: `${pageWords(query)} returns the ${judge.nouns.records} from number ${(query.offset ?? 0) + 1} on, in the order of the other pages`,
        saw,
        pages: [page, ...others],
      }));
    }
  });
