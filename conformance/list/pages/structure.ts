import { onceFor } from '../../../src/once.ts';
import type { Claim } from '../../core/claim.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { fullyCuratedLine, nodeLine } from '../../core/remedies.ts';
import { eachListing } from '../../core/claims.ts';
import { idsOf, isFullyCurated, plainPages, readingOf } from '../reading.ts';
import { anySoughtOn, listOn } from '../filters/asked.ts';
import { productsWith } from '../filters/known-products.ts';
import { allFit, extentOf } from './extent.ts';
import { kindOf, type PlaceKind, placedPages, placesOf } from './places.ts';
import { pageWords } from './words.ts';

/** Names what is wrong with a page as a whole, whichever rule it breaks; undefined if nothing of that kind is. */
export const structureOf = (page: Page, listing: Listing): string | undefined =>
  sameAsOther(page, listing) ?? cutFirst(page, listing) ?? shownTwice(page, listing);

/** A response that is also the one to a query for other products. */
function sameAsOther(page: Page, { pages }: Listing): string | undefined {
  const { body } = page.exchange.reply;
  const [other] = pages
    .filter((one) => page.size > 0 && one.size === page.size && asksForOthers(page, one))
    .filter((one) => Buffer.compare(one.exchange.reply.body, body) === 0)
    .toSorted((one, two) => parametersOf(one) - parametersOf(two));
  return other && `byte for byte the response to ${pageWords(other.query)}`;
}

const parametersOf = ({ query: { filter, limit, offset } }: Page): number =>
  [filter, limit, offset].filter((value) => value !== undefined).length;

/** Whether no conforming server returns the same products to two queries, if it returns so many. */
function asksForOthers({ query, size }: Page, { query: other }: Page): boolean {
  if (query.filter !== other.filter) return query.filter === undefined || other.filter === undefined;
  if ((query.offset ?? 0) !== (other.offset ?? 0)) return true;
  return query.limit !== other.limit && size > Math.min(query.limit ?? size, other.limit ?? size);
}

/** A page of the products that a filter leaves of one page of the listing, if every page that can show it is so. */
const cutFirst = (page: Page, listing: Listing): string | undefined =>
  cutPages(listing).has(page)
    ? `the filter is applied after ${page.query.list.names.limit} and ${page.query.list.names.offset}, to the products of one page`
    : undefined;

const cutPages = onceFor((listing: Listing): ReadonlySet<Page> => {
  const telling = listing.pages.flatMap((page) => {
    const found = foundOn(page, listing);
    return found && String(found.due) !== String(found.left) ? [{ page, ...found }] : [];
  });
  const isCut = telling.every(({ left, shown }) => String(left) === String(shown));
  const isShown = listing.pages.some(({ query, size }) => query.filter !== undefined && size > 0);
  return new Set(isCut && isShown && telling.length > 1 ? telling.map(({ page }) => page) : []);
});

/** The ids on a filtered page, those due there, and those that the filter leaves of the page without it; in order of their text. */
function foundOn(
  page: Page,
  listing: Listing,
): Readonly<Record<'shown' | 'due' | 'left', readonly string[]>> | undefined {
  const { limit, offset = 0 } = page.query;
  const { items, isComplete } = readingOf(listing);
  const [all, shown] = [idsOf(items), idsOf(page.items)];
  const sought = anySoughtOn(page);
  const wanted = sought
    ? productsWith(listing, sought.attribute, sought.value).flatMap(({ item }) => item.id ?? [])
    : listOn(page);
  if (!isComplete || !all || !shown || !wanted || limit === undefined) return undefined;
  const matches = all.filter((id) => wanted.includes(id));
  const left = all.slice(offset, offset + limit).filter((id) => wanted.includes(id));
  const due = matches.slice(offset, offset + limit);
  return { shown: shown.toSorted(), due: due.toSorted(), left: left.toSorted() };
}

/** A product that is twice on one page, or else on another page of the node. */
function shownTwice(page: Page, listing: Listing): string | undefined {
  for (const one of [page, ...plainPages(listing)]) {
    const ids = idsOf(one.items) ?? [];
    const twice = ids.find((id, index) => ids.indexOf(id) < index);
    if (twice !== undefined)
      return `${twice} is twice on ${one === page ? 'this page' : pageWords(one.query)}`;
  }
  return undefined;
}

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
