import { onceFor, onceForText } from '../../../src/once.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { itemIdsOf } from '../complete-reading.ts';
import { allFit, extentOf } from './extent.ts';
import { placesOn } from './places.ts';

/** All pages of one listing: of a collection, or of one filter. */
export type Paged = {
  readonly count: number | undefined;
  /** A page with all matches of the filter: it shows what belongs to the listing. */
  readonly whole: Page | undefined;
  readonly placeOf: (id: string | undefined) => number | undefined;
  readonly showing: (id: string | undefined) => Page | undefined;
  /** Whether its pages agree with each other; otherwise links cannot be checked against them. */
  readonly isSound: boolean;
};

export const pagedLike = (listing: Listing, { query: { filter = '' } }: Pick<Page, 'query'>): Paged =>
  pagedBy(listing)(filter);

const pagedBy = onceFor(({ pages, holds }: Listing) =>
  onceForText((filter) =>
    makePaged(
      pages.filter(({ query }) => (query.filter ?? '') === filter),
      filter === '' ? holds?.length : undefined,
    ),
  ),
);

function makePaged(pages: readonly Page[], declaredCount: number | undefined): Paged {
  const places = new Map<string, { readonly place: number; readonly page: Page }>();
  for (const page of pages) {
    const { offset } = page.query;
    if (offset === undefined) continue;
    for (const [index, id] of (itemIdsOf(page.items) ?? []).entries())
      if (!places.has(id)) places.set(id, { place: offset + index, page });
  }
  const extent = extentOf(pages, declaredCount);
  const isFiltered = pages.some(({ query }) => query.filter !== undefined);
  // The total of a filtered listing may be that of the whole collection (READINGS 23), so its end has to be seen.
  const count = isFiltered && !extent?.end ? undefined : extent?.count;
  return {
    count,
    whole: isFiltered ? pages.find(({ query, size }) => query.offset === 0 && size === count) : undefined,
    placeOf: (id = '') => places.get(id)?.place,
    showing: (id = '') => places.get(id)?.page,
    isSound: placesOn(pages).misplaced.length === 0 && (extent === undefined || allFit(pages, extent.count)),
  };
}

/** The place of the first record of a page, whatever the query says. */
export const startOf = ({ items: [first] }: Page, { placeOf }: Paged): number | undefined =>
  placeOf(first?.id);

/** The limit of a page, if the specification defines its effect. */
export const limitOf = ({ query: { limit, bounds } }: Page): number | undefined =>
  limit !== undefined && limit >= 1 && limit <= bounds.largest ? limit : undefined;

export const isForeign = ({ items }: Page, { placeOf }: Paged): boolean =>
  items.some(({ id }) => id !== undefined && placeOf(id) === undefined);
