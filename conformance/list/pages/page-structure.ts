import { onceFor } from '../../../src/once.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { itemIdsOf, readingOf, unfilteredPages } from '../complete-reading.ts';
import { recordsFor } from '../filters/claims.ts';
import { listOn, oneSoughtOn } from '../filters/filter.ts';
import { pageWords } from '../query.ts';

/** What is wrong with a page as a whole, which explains what rules find on it. */
export const structureOf = (page: Page, listing: Listing): string | undefined =>
  sameAsOther(page, listing) ?? cutFirst(page, listing) ?? shownTwice(page, listing);

function sameAsOther(page: Page, { pages }: Listing): string | undefined {
  const { body } = page.exchange.response;
  const [other] = pages
    .filter((one) => page.size > 0 && one.size === page.size && asksForOthers(page, one))
    .filter((one) => Buffer.compare(one.exchange.response.body, body) === 0)
    .toSorted((one, two) => parameterCount(one) - parameterCount(two));
  return other && `the same response as to ${pageWords(other.query)}`;
}

const parameterCount = ({ query: { filter, limit, offset } }: Page): number =>
  [filter, limit, offset].filter((value) => value !== undefined).length;

function asksForOthers({ query, size }: Page, { query: other }: Page): boolean {
  if (query.filter !== other.filter) return query.filter === undefined || other.filter === undefined;
  if ((query.offset ?? 0) !== (other.offset ?? 0)) return true;
  return query.limit !== other.limit && size > Math.min(query.limit ?? size, other.limit ?? size);
}

/** Whether a filter was applied to one page of the listing: every page that can show it does. */
const cutFirst = (page: Page, listing: Listing): string | undefined =>
  cutPages(listing).has(page)
    ? `the filter is applied after ${page.query.list.names.limit} and ${page.query.list.names.offset}, to the ${page.query.list.nouns.records} of one page`
    : undefined;

const cutPages = onceFor((listing: Listing): ReadonlySet<Page> => {
  const telling = listing.pages.flatMap((page) => {
    const found = foundOn(page, listing);
    return found && String(found.dueIds) !== String(found.left) ? [{ page, ...found }] : [];
  });
  const isCut = telling.every(({ left, shown }) => String(left) === String(shown));
  const isShown = listing.pages.some(({ query, size }) => query.filter !== undefined && size > 0);
  return new Set(isCut && isShown && telling.length > 1 ? telling.map(({ page }) => page) : []);
});

/** The sorted ids on a filtered page, those due there, and the matches on the same page without the filter. */
function foundOn(
  page: Page,
  listing: Listing,
): Readonly<Record<'shown' | 'dueIds' | 'left', readonly string[]>> | undefined {
  const { limit, offset = 0 } = page.query;
  const { items, isComplete } = readingOf(listing);
  const [all, shown] = [itemIdsOf(items), itemIdsOf(page.items)];
  const sought = oneSoughtOn(page);
  const wanted = sought ? recordsFor(listing, sought).flatMap(({ item }) => item.id ?? []) : listOn(page);
  if (!isComplete || !all || !shown || !wanted || limit === undefined) return undefined;
  const matches = all.filter((id) => wanted.includes(id));
  const left = all.slice(offset, offset + limit).filter((id) => wanted.includes(id));
  const dueIds = matches.slice(offset, offset + limit);
  return { shown: shown.toSorted(), dueIds: dueIds.toSorted(), left: left.toSorted() };
}

function shownTwice(page: Page, listing: Listing): string | undefined {
  for (const one of [page, ...unfilteredPages(listing)]) {
    const ids = itemIdsOf(one.items) ?? [];
    const twice = ids.find((id, index) => ids.indexOf(id) < index);
    if (twice !== undefined)
      return `${twice} is twice on ${one === page ? 'this page' : pageWords(one.query)}`;
  }
  return undefined;
}
