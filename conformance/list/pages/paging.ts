import fc from 'fast-check';
import type { PageBounds } from '../../../src/contract/list.ts';
import { draw } from '../../core/draw.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import type { NodeTarget, Target } from '../../core/target.ts';
import { idsOf, plainPages } from '../reading.ts';
import { allFit, extentOf } from './extent.ts';
import { placesOn } from './places.ts';

/** Into how many small pages a node is cut, at the least and at the most. */
export const [fewest, most] = [3, 5];

/** The size of the small pages that a node is paged through in, drawn for each; so many products fill a few of them. */
export function smallSize(
  seed: number,
  { hierarchy, node }: NodeTarget,
  total: number,
  { largest }: PageBounds,
): number {
  const small = Math.max(1, largest - 1);
  const least = Math.min(small, Math.max(1, Math.ceil(total / most)));
  const greatest = Math.min(small, Math.max(least, Math.floor((total - 1) / (fewest - 1))));
  const [size = least] = draw(
    seed,
    `small pages ${hierarchy}/${node}`,
    fc.integer({ min: least, max: greatest }),
    1,
  );
  return size;
}

/** Whether a node is asked for what one or two nodes show for all: the first is, and those of several pages. */
export const isCloser = (
  { nodes: [first] }: Target,
  node: NodeTarget,
  total: number,
  { largest }: PageBounds,
): boolean => node === first || total > largest;

/**
 * A page that shows that `page[offset]` is taken for the number of a page, not for a number of products: it begins with
 * the product at that many pages, counted on the longest page from the beginning. Pages that another rule blames for what they
 * hold count, too. Undefined if any page says otherwise.
 */
export function numberedPage(listing: Listing): Page | undefined {
  const pages = plainPages({ ...listing, pages: [...listing.pages, ...listing.aside] });
  const [whole] = pages
    .filter(({ query }) => query.offset === 0)
    .toSorted((one, other) => other.size - one.size);
  const ids = whole && idsOf(whole.items);
  if (!ids) return undefined;
  const telling = pages.filter(({ query: { limit = 0, offset = 0 } }) => limit > 1 && offset > 0);
  const isNumbered = ({ items: [first], query: { limit = 0, offset = 0 } }: Page): boolean =>
    first === undefined ? offset * limit >= ids.length : first.id === ids[offset * limit];
  return telling.every(isNumbered) ? telling.find(({ size }) => size > 0) : undefined;
}

/** What such a page shows. */
export const wordsOfNumbered = ({
  query: {
    limit = 0,
    offset = 0,
    list: { names },
  },
}: Page): string =>
  `the server seems to read ${names.offset} as a page number: ${names.limit}=${limit}&${names.offset}=${offset} begins with product ${offset * limit + 1}, not ${offset + 1}`;

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
