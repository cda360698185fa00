import type { Listing, Page } from '../../core/evidence.ts';
import { idsOf } from '../../interface/whole.ts';
import { allFit, extentOf } from './extent.ts';
import { placesOn } from './places.ts';

/** All pages of one listing: of a node, or of what a filter leaves of it. */
export type Paged = {
  /** How many products there are to page through, as far as that was seen. */
  readonly count: number | undefined;
  /** A page that holds all that a filter leaves: what belongs to it can be told from what does not. */
  readonly whole: Page | undefined;
  /** Where a product is. */
  readonly placeOf: (id: string | undefined) => number | undefined;
  /** A page that shows where it is. */
  readonly showing: (id: string | undefined) => Page | undefined;
  /** Whether its pages agree with each other; otherwise no link can be compared with them. */
  readonly isSound: boolean;
};

const known = new WeakMap<readonly Page[], Map<string, Paged>>();

/** The listing that a page is cut from. */
export function pagedLike({ pages, node }: Listing, { query: { filter } }: Pick<Page, 'query'>): Paged {
  const made = known.get(pages) ?? new Map<string, Paged>();
  known.set(pages, made);
  const key = filter ?? '';
  const isAlike = ({ query }: Page): boolean => query.filter === filter;
  const paged =
    made.get(key) ?? makePaged(pages.filter(isAlike), filter === undefined ? node.live?.length : undefined);
  made.set(key, paged);
  return paged;
}

function makePaged(pages: readonly Page[], live: number | undefined): Paged {
  const places = new Map<string, { readonly place: number; readonly page: Page }>();
  for (const page of pages) {
    const { offset } = page.query;
    if (offset === undefined) continue;
    for (const [index, id] of (idsOf(page.items) ?? []).entries())
      if (!places.has(id)) places.set(id, { place: offset + index, page });
  }
  const extent = extentOf(pages, live);
  const isFiltered = pages.some(({ query }) => query.filter !== undefined);
  // The total of a filtered listing may be that of the whole node (READINGS 23): its end has to be seen.
  const count = isFiltered && !extent?.end ? undefined : extent?.count;
  return {
    count,
    whole: isFiltered ? pages.find(({ query, size }) => query.offset === 0 && size === count) : undefined,
    placeOf: (id = '') => places.get(id)?.place,
    showing: (id = '') => places.get(id)?.page,
    isSound: placesOn(pages).misplaced.length === 0 && (extent === undefined || allFit(pages, extent.count)),
  };
}

/** The place at which a page begins: that of its first product, whatever its address says. */
export const startOf = ({ items: [first] }: Page, { placeOf }: Paged): number | undefined =>
  placeOf(first?.id);

/** The limit that a page was asked for, where the specification says what it does. */
export const limitOf = ({ query: { limit, bounds } }: Page): number | undefined =>
  limit !== undefined && limit >= 1 && limit <= bounds.largest ? limit : undefined;

/** Whether a page shows a product that does not belong to a listing. */
export const isForeign = ({ items }: Page, { placeOf }: Paged): boolean =>
  items.some(({ id }) => id !== undefined && placeOf(id) === undefined);
