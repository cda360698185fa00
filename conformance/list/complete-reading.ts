import { isChained, type ListStructure } from '../../src/contract/list.ts';
import { printPlace } from '../../src/contract/places.ts';
import { onceFor } from '../../src/once.ts';
import { differ } from '../../src/print.ts';
import type { Item, Listing, Page, PageQuery } from '../core/evidence.ts';
import { collectionWords } from '../core/target.ts';

/** All pages of a collection of the largest size, as far as they were seen. */
export type CompleteReading = {
  readonly pages: readonly Page[];
  readonly items: readonly Item[];
  /** Whether it reached the end, every record has an id, and none is returned twice. */
  readonly isComplete: boolean;
};

/** The first reading of a collection: its pages of the largest size, from the first to the last. */
export const readingOf = ({ pages }: Pick<Listing, 'pages'>): CompleteReading => firstOn(pages);

const firstOn = onceFor(makeReading);

export const closingReadingOf = ({ pages }: Pick<Listing, 'pages'>): CompleteReading =>
  makeReading(pages.toReversed());

/** The first reading of a collection, if it is complete and its total is the number of its records. */
export function completeReading(listing: Listing): CompleteReading | undefined {
  const reading = readingOf(listing);
  const total = reading.pages[0]?.total;
  return reading.isComplete && (total === undefined || total === reading.items.length) ? reading : undefined;
}

/** How the next page is asked for: by the records before it, or by what this page says. */
export type NextPage = { readonly offset: number; readonly token?: string };

/** How the page after a page is asked for; undefined if it is the last. */
export function nextOf({ query, size, items, next, total }: Page): NextPage | undefined {
  const { list, offset = 0, limit = list.usual ?? size } = query;
  if (isChained(list)) return next === undefined ? undefined : { offset: offset + size, token: next };
  if (list.names.offset === '') return undefined;
  if (list.fullPages) return items.length < limit ? undefined : { offset: offset + limit };
  // A server may cut off a page where it likes.
  const isEnd = total !== undefined && isPlaceKnown(query) && offset + size >= total;
  return size === 0 || isEnd ? undefined : { offset: offset + (list.firstPage === undefined ? size : limit) };
}

/** Whether a page begins at its offset: not if it is not the first by its number, and the server may cut off those before it. */
export const isPlaceKnown = ({ list, offset = 0 }: PageQuery): boolean =>
  list.fullPages || isChained(list) || list.firstPage === undefined || offset === 0;

/** Whether a page says that nothing follows it. */
const isLast = (page: Page, read: number): boolean =>
  nextOf(page) === undefined || (page.total !== undefined && read >= page.total);

/** The largest page of a listing; undefined if no parameter says how large pages are. */
const largestOf = ({ names, bounds }: ListStructure): number | undefined =>
  names.limit === '' ? undefined : bounds.largest;

function makeReading(all: readonly Page[]): CompleteReading {
  const { list } = all[0]?.query ?? {};
  const byPlace = new Map<string, Page>();
  const keyOfPlace = (offset: number, token = ''): string => `${offset} ${token}`;
  for (const page of all) {
    const { filter, limit, offset, place } = page.query;
    if (!list || filter !== undefined || limit !== largestOf(list) || offset === undefined) continue;
    const key = keyOfPlace(offset, isChained(list) && offset > 0 ? place : undefined);
    if (!byPlace.has(key)) byPlace.set(key, page);
  }
  const pages = new Set<Page>();
  for (let next: NextPage | undefined = { offset: 0 }; next; ) {
    const page: Page | undefined = byPlace.get(keyOfPlace(next.offset, next.token));
    // A token may lead back.
    if (!page || pages.has(page)) break;
    pages.add(page);
    next = nextOf(page);
  }
  const read = [...pages];
  const items = read.flatMap((page) => page.items);
  const last = read.at(-1);
  const ids = new Set(items.map(({ id }) => id));
  const isRead = read.every((page) => page.items.length === page.size);
  const isEnd = last !== undefined && isLast(last, items.length);
  return {
    pages: read,
    items,
    isComplete: isEnd && isRead && !ids.has(undefined) && ids.size === items.length,
  };
}

/**
 * Why a collection cannot be compared with its declaration: its first and last reading differ, as during an import
 * (READINGS P6).
 */
export function changeIn({
  collection,
  pages,
  excluded,
}: Pick<Listing, 'collection' | 'pages' | 'excluded'>): string | undefined {
  const all = { pages: inOrder([...pages, ...excluded]) };
  const [first, last] = [readingOf(all), closingReadingOf(all)];
  const [was, is] = [first.pages[0]?.total, last.pages[0]?.total];
  const [before = [], after = []] = [first, last].map((reading) => {
    const shown = reading.pages.flatMap(({ items, included = [] }) => [...items, ...included]);
    return [...new Set(shown.map(({ id = '' }) => id))].toSorted();
  });
  const difference = differ(before, after);
  const { total } = first.pages[0]?.query.list ?? {};
  const what =
    was !== is
      ? `${total ? printPlace(total.at) : 'the total'} was ${was} at first and ${is} at the end`
      : difference !== undefined
        ? `compared with the first reading, the last has ${difference}`
        : wasReordered(collection, all.pages)
          ? `its ${first.pages[0]?.query.list.nouns.records ?? 'records'} came in the declared order at first, and in another at the end`
          : undefined;
  return (
    what &&
    `${collectionWords(collection)} changed during the run: ${what}; run again when nothing changes it`
  );
}

/**
 * Whether the declared order was seen first, and only another one later: then the order was changed. A server with a
 * random order goes back and forth.
 */
function wasReordered({ order = [] }: Listing['collection'], pages: readonly Page[]): boolean {
  const places = placesIn(order);
  const shown = pages.flatMap((page) => {
    const { many, first } = misorder(page.items, places);
    return many && page.query.filter === undefined ? [{ page, isOrdered: first === undefined }] : [];
  });
  const change = shown.findIndex(({ isOrdered }) => !isOrdered);
  if (change === -1) return false;
  const [before, after] = [shown.slice(0, change), shown.slice(change)];
  const asked = new Set(before.map(({ page }) => page.exchange.request.target));
  return (
    after.every(({ isOrdered }) => !isOrdered) &&
    after.some(({ page }) => asked.has(page.exchange.request.target))
  );
}

/** The first two pinned records in the wrong order, if there are any; `many`: whether there are at least two. */
export function misorder(
  items: readonly Item[],
  places: ReadonlyMap<string, number>,
): { readonly many: boolean; readonly first?: readonly [string, string] } {
  const seen = items.flatMap(({ id }) => (id !== undefined && places.has(id) ? [id] : []));
  for (const [index, id] of seen.entries()) {
    const before = seen[index - 1];
    if (before !== undefined && (places.get(before) ?? 0) > (places.get(id) ?? 0))
      return { many: true, first: [before, id] };
  }
  return { many: seen.length > 1 };
}

/** Pages in the order in which they were requested. */
export const inOrder = (pages: readonly Page[]): Page[] =>
  pages.toSorted((one, other) => one.turn - other.turn);

/** The pages that were requested without a filter. */
export const unfilteredPages = ({ pages }: Pick<Listing, 'pages'>): Page[] =>
  pages.filter(({ query }) => query.filter === undefined);

/** The pages that were requested with a filter. */
export const filteredPages = ({ pages }: Listing): Page[] =>
  pages.filter(({ query }) => query.filter !== undefined);

export const itemIdsOf = onceFor((items: readonly Item[]): readonly string[] | undefined => {
  const ids = items.flatMap(({ id }) => id ?? []);
  return ids.length === items.length ? ids : undefined;
});

/** The index of each id in a list, by the id in lower case. */
export const placesIn = onceFor(
  (order: readonly string[]): ReadonlyMap<string, number> => new Map(order.map((id, place) => [id, place])),
);

/** Whether the specification states the order of a whole collection: every record is pinned. */
export function isFullyOrdered(listing: Listing): boolean {
  const { items } = readingOf(listing);
  const shown = items.length > 0 ? items : listing.pages.flatMap((page) => page.items);
  return shown.length > 0 && areOrdered(shown, listing.collection);
}

export function areOrdered(items: readonly Item[], collection: Listing['collection']): boolean {
  const places = placesIn(collection.order ?? []);
  return items.every(({ id }) => id !== undefined && places.has(id));
}

/** A page with the most frequent total; of two as frequent, the smaller. */
export function defaultPage(pages: readonly Page[]): Page | undefined {
  const shown = pages.filter(({ total }) => total !== undefined);
  const groups = [...Map.groupBy(shown, ({ total }) => total).values()];
  const [most] = groups.sort(
    (one, other) => other.length - one.length || Number(one[0]?.total) - Number(other[0]?.total),
  );
  return most?.[0];
}

const mostLookedAt = 25;

export const canBeCompared = ({ pages }: CompleteReading): boolean => pages.length <= mostLookedAt;
