import type { Page } from '../../core/evidence.ts';
import { defaultPage } from '../reading.ts';

/** How many products there are to page through, as the pages of one listing show it. */
type Extent = {
  readonly count: number;
  /** A page that ends with the last product, and so shows the number; undefined where no page does. */
  readonly end: Page | undefined;
  /** A page with the total that the listing shows: the same number, if any page shows that. */
  readonly reference: Page | undefined;
};

/** How many products a page is to hold of so many; undefined where its size or its place is the server's own. */
export function dueOn({ query: { limit, offset, bounds } }: Page, count: number): number | undefined {
  if (offset === undefined || limit === undefined || limit < 1 || limit > bounds.largest) return undefined;
  return Math.max(0, Math.min(limit, count - offset));
}

/** Whether every page of one listing holds as many products as it is to; an offset that is left out is read as 0. */
export const allFit = (pages: readonly Page[], count: number): boolean =>
  pages.every((page) => {
    const { offset = 0 } = page.query;
    return [undefined, page.size].includes(dueOn({ ...page, query: { ...page.query, offset } }, count));
  });

/**
 * The number is the total, where a page shows a last product in that very place and no page goes on beyond it: then a
 * page that comes short is to blame, and not the total (READINGS P8). Otherwise it is the one that most pages fit, of
 * the totals shown, the places where pages end and what the operator says.
 */
export function extentOf(pages: readonly Page[], live?: number): Extent | undefined {
  const sized = pages.filter((page) => dueOn(page, 0) !== undefined);
  if (countThemselves(pages))
    return extentWith(
      pages,
      sized,
      heldWhole(sized) ?? live ?? bestFit([], sized, undefined, most(pages)),
      undefined,
    );
  const reference = defaultPage(pages);
  const count = isReached(sized, reference?.total) ? reference?.total : bestFit(pages, sized, live);
  return extentWith(pages, sized, count, reference);
}

/** Whether every page gives its own number of products as the total: then no total says how many there are. */
const countThemselves = (pages: readonly Page[]): boolean =>
  pages.every(({ total, size }) => total === undefined || total === size) &&
  new Set(pages.flatMap(({ total }) => total ?? [])).size > 1;

/** How many products a page holds that begins at the first one and has room for more, if no page goes on beyond it. */
function heldWhole(sized: readonly Page[]): number | undefined {
  const ends = sized.filter(({ size }) => size > 0).map(endOf);
  return sized.find(
    ({ query: { limit = 0, offset }, size }) =>
      offset === 0 && size > 0 && size < limit && ends.every((end) => end <= size),
  )?.size;
}

/** The most products on one page. */
const most = (pages: readonly Page[]): number => Math.max(0, ...pages.map(({ size }) => size));

function extentWith(
  pages: readonly Page[],
  sized: readonly Page[],
  count: number | undefined,
  reference: Page | undefined,
): Extent | undefined {
  if (count === undefined) return undefined;
  const shown = sized.filter(({ size }) => size > 0 || count === 0);
  const ends = shown.filter((page) => endOf(page) === count && dueOn(page, count) === page.size);
  // One that was asked for more than it could hold shows it best: a full page may have others behind it.
  const end = ends.find(({ size, query }) => size < (query.limit ?? 0)) ?? ends[0];
  return { count, end, reference: [...ends, ...pages].find(({ total }) => total === count) ?? reference };
}

/** Whether pages show products up to a total, and none of those that begin before it shows more. */
function isReached(sized: readonly Page[], total = 0): boolean {
  const ends = sized.filter(({ query }) => (query.offset ?? 0) < total).map(endOf);
  return ends.includes(total) && ends.every((end) => end <= total);
}

function bestFit(
  pages: readonly Page[],
  sized: readonly Page[],
  live: number | undefined,
  least = 0,
): number | undefined {
  const totals = pages.flatMap(({ total }) => total ?? []);
  const all = [...totals, ...sized.map(endOf), ...(live === undefined ? [] : [live])];
  const numbers = new Set(all.filter((count) => count >= least));
  const rank = (count: number): number[] => [
    sized.filter((page) => dueOn(page, count) === page.size).length,
    totals.filter((total) => total === count).length,
    count === live ? 1 : 0,
    count,
  ];
  const [best] = [...numbers]
    .map((count) => ({ count, rank: rank(count) }))
    .sort((one, other) => compare(other.rank, one.rank));
  return best?.count;
}

/** The place at which a page ends. */
const endOf = ({ query, size }: Page): number => (query.offset ?? 0) + size;

const compare = (one: readonly number[], other: readonly number[]): number => {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
};
