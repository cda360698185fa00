import { onceFor } from '../../src/once.ts';
import type { Item, Listing, Page } from '../core/evidence.ts';
import { differ } from '../core/print.ts';
import { collectionWords } from '../core/target.ts';

/** All pages of a collection of the largest size, as far as they were seen. */
export type CompleteReading = {
  readonly pages: readonly Page[];
  readonly items: readonly Item[];
  /** Whether it reached the end, every product has an id, and none is returned twice. */
  readonly isComplete: boolean;
};

/** The first reading of a collection: the first page at each multiple of the largest size. */
export const readingOf = ({ pages }: Pick<Listing, 'pages'>): CompleteReading => firstOn(pages);

const firstOn = onceFor(makeReading);

export const closingReadingOf = ({ pages }: Pick<Listing, 'pages'>): CompleteReading =>
  makeReading(pages.toReversed());

function makeReading(all: readonly Page[]): CompleteReading {
  const { largest = 0, farthest = 0 } = all[0]?.query.bounds ?? {};
  const byOffset = new Map<number, Page>();
  for (const page of all) {
    const { filter, limit, offset } = page.query;
    if (filter !== undefined || limit !== largest || offset === undefined) continue;
    if (offset % largest === 0 && !byOffset.has(offset)) byOffset.set(offset, page);
  }
  const pages: Page[] = [];
  for (let offset = 0; offset <= farthest; offset += largest) {
    const page = byOffset.get(offset);
    if (!page) break;
    pages.push(page);
    if (page.items.length < largest) break;
  }
  const items = pages.flatMap((page) => page.items);
  const last = pages.at(-1);
  const ids = new Set(items.map(({ id }) => id));
  const isRead = pages.every((page) => page.items.length === page.size);
  const isEnd =
    last !== undefined &&
    (last.items.length < largest || (last.total !== undefined && items.length >= last.total));
  return { pages, items, isComplete: isEnd && isRead && !ids.has(undefined) && ids.size === items.length };
}

/**
 * Why a collection cannot be compared with its declaration: its first and last reading differ, as during an import
 * (READINGS P6).
 */
export function changeIn({
  collection,
  pages,
  aside,
}: Pick<Listing, 'collection' | 'pages' | 'aside'>): string | undefined {
  const all = { pages: inOrder([...pages, ...aside]) };
  const [first, last] = [readingOf(all), closingReadingOf(all)];
  const [was, is] = [first.pages[0]?.total, last.pages[0]?.total];
  const [before = [], after = []] = [first, last].map((reading) => {
    const shown = reading.pages.flatMap(({ items, included = [] }) => [...items, ...included]);
    return [...new Set(shown.map(({ id = '' }) => id))].toSorted();
  });
  const difference = differ(before, after);
  const what =
    was !== is
      ? `meta.results.total was ${was} at first and ${is} at the end`
      : difference !== undefined
        ? `compared with the first reading, the last has ${difference}`
        : wasReordered(collection, all.pages)
          ? 'its curated products came in the declared order at first, and in another at the end'
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

/** The first two curated products in the wrong order, if there are any; `many`: whether there are at least two. */
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
export const plainPages = ({ pages }: Pick<Listing, 'pages'>): Page[] =>
  pages.filter(({ query }) => query.filter === undefined);

export const filteredPages = ({ pages }: Listing): Page[] =>
  pages.filter(({ query }) => query.filter !== undefined);

export const idsOf = onceFor((items: readonly Item[]): readonly string[] | undefined => {
  const ids = items.flatMap(({ id }) => id ?? []);
  return ids.length === items.length ? ids : undefined;
});

/** The index of each id in a list, by the id in lower case. */
export const placesIn = onceFor(
  (order: readonly string[]): ReadonlyMap<string, number> => new Map(order.map((id, place) => [id, place])),
);

/** Whether the specification states the order of a whole collection: every product is curated. */
export function isFullyCurated(listing: Listing): boolean {
  const { items } = readingOf(listing);
  const shown = items.length > 0 ? items : listing.pages.flatMap((page) => page.items);
  return shown.length > 0 && areCurated(shown, listing.collection);
}

export function areCurated(items: readonly Item[], collection: Listing['collection']): boolean {
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
