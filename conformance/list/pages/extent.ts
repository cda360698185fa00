import { isChained, listsAllAtOnce } from '../../../src/contract/list.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { defaultPage, isPlaceKnown, itemIdsOf, nextOf, unfilteredPages } from '../complete-reading.ts';

/** How many records there are to page through, as the pages of one listing show it. */
export type Extent = {
  readonly count: number;
  /** A page that ends with the last record, and so shows the number; undefined where no page does. */
  readonly end: Page | undefined;
  /** A page with the total that the listing shows: the same number, if any page shows that. */
  readonly reference: Page | undefined;
};

/**
 * How many of so many records a page has to contain; undefined if the specification does not state its size or
 * place.
 */
export function dueOn({ query: { limit, offset, bounds, list } }: Page, count: number): number | undefined {
  if (!list.fullPages || offset === undefined || limit === undefined || limit < 1 || limit > bounds.largest)
    return undefined;
  return Math.max(0, Math.min(limit, count - offset));
}

/** Whether every page of one listing has the right size. An absent offset is 0. */
export const allFit = (pages: readonly Page[], count: number): boolean =>
  pages.every((page) => {
    const { offset = 0 } = page.query;
    return [undefined, page.size].includes(dueOn({ ...page, query: { ...page.query, offset } }, count));
  });

/**
 * The number is the total if a page shows the last record at that place and no page goes beyond it: then a page with
 * too few records is to blame, not the total (READINGS P8). Otherwise it is the one that fits most pages, of the
 * totals, the ends of pages and the declared number.
 */
export function extentOf(pages: readonly Page[], declaredCount?: number): Extent | undefined {
  if (pages.some(({ query: { list } }) => isChained(list) || !list.fullPages || listsAllAtOnce(list)))
    return extentByEnds(pages);
  const sized = pages.filter((page) => dueOn(page, 0) !== undefined);
  if (countThemselves(pages))
    return extentWith(
      pages,
      sized,
      wholeCount(sized) ?? declaredCount ?? bestFit([], sized, undefined, largestSize(pages)),
      pages.toSorted((one, other) => (other.total ?? 0) - (one.total ?? 0))[0],
    );
  const reference = defaultPage(pages);
  const count = isReached(sized, reference?.total) ? reference?.total : bestFit(pages, sized, declaredCount);
  return extentWith(pages, sized, count, reference);
}

/** The number of records before the end, as most readings show it; else the total. */
function extentByEnds(pages: readonly Page[]): Extent | undefined {
  const ends = pages.filter((page) => page.query.offset !== undefined && isEnd(page));
  const [most] = [...Map.groupBy(ends, endOf)].toSorted(
    ([one, pagesOfOne], [other, pagesOfOther]) => pagesOfOther.length - pagesOfOne.length || other - one,
  );
  const [count, [end] = []] = most ?? [defaultPage(pages)?.total];
  return count === undefined
    ? undefined
    : { count, end, reference: pages.find(({ total }) => total === count) ?? defaultPage(pages) };
}

/** Whether a page shows where the listing ends. If it is empty, it may have been asked for beyond the end, or without room. */
const isEnd = (page: Page): boolean => {
  const { query, size } = page;
  const { list, offset, limit = 1, isDefined } = query;
  const shows = isChained(list) || list.fullPages || size > 0 || (offset === 0 && isDefined && limit > 0);
  return shows && isPlaceKnown(query) && nextOf(page) === undefined;
};

/** A page, and the one that shows the end, where that is another. */
export const pageAndEnd = (page: Page, end: Page | undefined): readonly [Page, ...Page[]] =>
  end && end !== page ? [page, end] : [page];

export const extentIn = (listing: Listing): Extent | undefined =>
  extentOf(unfilteredPages(listing), listing.holds?.length);

/** Whether every total is the number of records on its page: then no total says how many there are. */
const countThemselves = (pages: readonly Page[]): boolean =>
  pages.every(({ total, size }) => total === undefined || total === size) &&
  new Set(pages.flatMap(({ total }) => total ?? [])).size > 1;

/** The size of a first page that is not full, if no page goes beyond it. */
function wholeCount(sized: readonly Page[]): number | undefined {
  const ends = sized.filter(({ size }) => size > 0).map(endOf);
  return sized.find(
    ({ query: { limit = 0, offset }, size }) =>
      offset === 0 && size > 0 && size < limit && ends.every((end) => end <= size),
  )?.size;
}

const largestSize = (pages: readonly Page[]): number => Math.max(0, ...pages.map(({ size }) => size));

function extentWith(
  pages: readonly Page[],
  sized: readonly Page[],
  count: number | undefined,
  reference: Page | undefined,
): Extent | undefined {
  if (count === undefined) return undefined;
  const shown = sized.filter(({ size }) => size > 0 || count === 0);
  const ends = shown.filter((page) => endOf(page) === count && dueOn(page, count) === page.size);
  // A page that is not full shows the end best.
  const end = ends.find(({ size, query }) => size < (query.limit ?? 0)) ?? ends[0];
  return { count, end, reference: [...ends, ...pages].find(({ total }) => total === count) ?? reference };
}

/**
 * Whether pages reach a total, and none that begins before it goes beyond it, nor shows other records than all that come
 * before it.
 */
function isReached(sized: readonly Page[], total = 0): boolean {
  const isBefore = ({ query }: Page): boolean => (query.offset ?? 0) < total;
  const ends = sized.filter(isBefore).map(endOf);
  if (!ends.includes(total) || ends.some((end) => end > total)) return false;
  const before = new Set(sized.filter(isBefore).flatMap(({ items }) => itemIdsOf(items) ?? []));
  const isOther = (page: Page): boolean =>
    !isBefore(page) && itemIdsOf(page.items)?.some((id) => !before.has(id)) === true;
  return before.size < total || !sized.some(isOther);
}

function bestFit(
  pages: readonly Page[],
  sized: readonly Page[],
  declaredCount: number | undefined,
  least = 0,
): number | undefined {
  const totals = pages.flatMap(({ total }) => total ?? []);
  const stated = [...totals, ...(declaredCount === undefined ? [] : [declaredCount])];
  // After full pages, others may follow that were not read.
  if (stated.length === 0 && sized.every(({ query: { limit = 0 }, size }) => size >= limit)) return undefined;
  const numbers = new Set([...stated, ...sized.map(endOf)].filter((count) => count >= least));
  const fitting = sized.flatMap(fittingCounts);
  const [leasts, mosts] = [fitting.map(({ least: from }) => from), fitting.map(({ most }) => most)].map(
    (bounds) => bounds.toSorted((one, other) => one - other),
  );
  const rank = (count: number): number[] => [
    countUpTo(leasts, count) - countUpTo(mosts, count - 1),
    totals.filter((total) => total === count).length,
    count === declaredCount ? 1 : 0,
    count,
  ];
  const [best] = [...numbers]
    .map((count) => ({ count, rank: rank(count) }))
    .sort((one, other) => byNumbers(other.rank, one.rank));
  return best?.count;
}

/** For how many records a page has the right size; nothing if for none. A recording may have thousands of pages. */
function fittingCounts(page: Page): readonly { readonly least: number; readonly most: number }[] {
  const {
    query: { limit = 0, offset = 0 },
    size,
  } = page;
  if (size > limit) return [];
  if (size === 0) return [{ least: Number.NEGATIVE_INFINITY, most: offset }];
  return [{ least: endOf(page), most: size === limit ? Number.POSITIVE_INFINITY : endOf(page) }];
}

/** How many of sorted numbers are at most as great as a number. */
function countUpTo(sorted: readonly number[] = [], most: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}

export const endOf = ({ query, size }: Page): number => (query.offset ?? 0) + size;

const byNumbers = (one: readonly number[], other: readonly number[]): number => {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
};
