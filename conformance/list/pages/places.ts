import fc from 'fast-check';
import { isChained, listsAllAtOnce, type PageBounds } from '../../../src/contract/list.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import type { Claim } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { draw } from '../../core/random-draws.ts';
import { type Collection, nameOfCollection, type Target } from '../../core/target.ts';
import {
  defaultPage,
  isFullyOrdered,
  itemIdsOf,
  nextOf,
  readingOf,
  unfilteredPages,
} from '../complete-reading.ts';
import { recordsFor } from '../filters/claims.ts';
import { listOn, oneSoughtOn } from '../filters/filter.ts';
import { pageWords } from '../query.ts';
import { collectionLine, fullOrderLine } from '../remedies.ts';
import { sortIn } from '../sort/sorted.ts';

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

/** The number of records before the end that most readings come to; else the total. */
function extentByEnds(pages: readonly Page[]): Extent | undefined {
  const ends = pages.filter((page) => page.query.offset !== undefined && nextOf(page) === undefined);
  const [most] = [...Map.groupBy(ends, endOf)].toSorted(
    ([one, pagesOfOne], [other, pagesOfOther]) => pagesOfOther.length - pagesOfOne.length || other - one,
  );
  const [count, [end] = []] = most ?? [defaultPage(pages)?.total];
  return count === undefined
    ? undefined
    : { count, end, reference: pages.find(({ total }) => total === count) ?? defaultPage(pages) };
}

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
  const all = [...totals, ...sized.map(endOf), ...(declaredCount === undefined ? [] : [declaredCount])];
  const numbers = new Set(all.filter((count) => count >= least));
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

/** Where a page begins: at a multiple of its size, elsewhere, or without an offset. */
type PlaceKind = 'aligned' | 'within' | 'unsaid';

/** A page that contradicts others about which record is where, and one or two of those. */
type MisplacedPage = { readonly page: Page; readonly others: readonly Page[]; readonly saw: string };

type ReadPlaces = {
  /** Pages that agree with all others, and share a place or a record with a different request. */
  readonly agreeing: readonly Page[];
  /** The fewest pages without which all others agree. */
  readonly misplaced: readonly MisplacedPage[];
  /** Whether the same request returned other records, or another order. */
  readonly isRestless: boolean;
};

function placeKind({ query: { limit, offset, list } }: Page): PlaceKind {
  if (isChained(list)) return 'aligned';
  if (offset === undefined) return 'unsaid';
  return offset === 0 || (limit !== undefined && limit > 0 && offset % limit === 0) ? 'aligned' : 'within';
}

/** Pages with the ids of all their records that begin before the end. Another rule covers pages past the end. */
export function placedPages(pages: readonly Page[]): Page[] {
  const count = extentOf(pages)?.count ?? Number.POSITIVE_INFINITY;
  return pages.filter(
    ({ query: { offset = 0 }, items, size }) =>
      offset < count && items.length === size && itemIdsOf(items) !== undefined,
  );
}

export const placesOf = ({ pages }: Pick<Listing, 'pages'>): ReadPlaces => plainPlacesOn(pages);

const plainPlacesOn = onceFor((pages: readonly Page[]) => placesOn(unfilteredPages({ pages })));

/**
 * If a listing does not change, all pages agree on which record is where, and none is returned twice. Otherwise
 * those are to blame that contradict most others.
 */
function placesOn(all: readonly Page[]): ReadPlaces {
  const pages = placedPages(all);
  const { compared, conflicts } = compareAll(pages);
  const misplaced: MisplacedPage[] = [];
  for (;;) {
    const [page] = [...conflicts.keys()].sort(
      (one, other) =>
        conflictCount(conflicts, other) - conflictCount(conflicts, one) || byCertainty(one, other),
    );
    const others = page && conflicts.get(page);
    if (!page || !others) break;
    misplaced.push({ page, ...witnesses(page, [...others]) });
    for (const other of others) if (other !== page) remove(conflicts, other, page);
    conflicts.delete(page);
  }
  const left = new Set(misplaced.map(({ page }) => page));
  return {
    agreeing: [...compared].filter((page) => !left.has(page)),
    misplaced,
    isRestless: [...Map.groupBy(pages, askedWords).values()].some(
      (looks) => new Set(looks.map(({ items }) => itemIdsOf(items)?.join())).size > 1,
    ),
  };
}

type Conflicts = Map<Page, Set<Page>>;

function compareAll(pages: readonly Page[]): { compared: Set<Page>; conflicts: Conflicts } {
  const compared = new Set<Page>();
  const conflicts: Conflicts = new Map();
  const byPlace: Sides<number, string> = new Map();
  const byRecord: Sides<string, number> = new Map();
  for (const page of pages) {
    for (const [index, { id = '' }] of page.items.entries()) {
      const place = (page.query.offset ?? 0) + index;
      enter(byPlace, place, id, page);
      enter(byRecord, id, place, page);
    }
  }
  for (const sides of byPlace.values()) {
    const together = sides.flatMap((side) => side.pages);
    if (new Set(together.map(askedWords)).size > 1) for (const page of together) compared.add(page);
    oppose(conflicts, sides);
  }
  for (const sides of byRecord.values()) oppose(conflicts, sides);
  return { compared, conflicts };
}

type ConflictSide<L> = { readonly says: L; readonly pages: Page[] };

type Sides<K, L> = Map<K, ConflictSide<L>[]>;

function enter<K, L>(all: Sides<K, L>, about: K, says: L, page: Page): void {
  const sides = all.get(about);
  const side = sides?.find((one) => one.says === says);
  if (side) side.pages.push(page);
  else if (sides) sides.push({ says, pages: [page] });
  else all.set(about, [{ says, pages: [page] }]);
}

/** Pages of different sides contradict each other; a page of both contradicts itself. */
function oppose(conflicts: Conflicts, sides: readonly ConflictSide<unknown>[]): void {
  if (sides.length === 1) return;
  for (const [index, side] of sides.entries())
    for (const other of sides.slice(index + 1).flatMap(({ pages }) => pages))
      for (const page of side.pages) {
        conflicts.set(page, (conflicts.get(page) ?? new Set()).add(other));
        conflicts.set(other, (conflicts.get(other) ?? new Set()).add(page));
      }
}

function remove(conflicts: Conflicts, page: Page, other: Page): void {
  const left = conflicts.get(page);
  left?.delete(other);
  if (left?.size === 0) conflicts.delete(page);
}

const conflictCount = (conflicts: Conflicts, page: Page): number => conflicts.get(page)?.size ?? 0;

const doubt: Readonly<Record<PlaceKind, number>> = { unsaid: 2, within: 1, aligned: 0 };

/** Of pages with as many contradictions: the one whose place is least certain; then the smaller. */
const byCertainty = (one: Page, other: Page): number =>
  doubt[placeKind(other)] - doubt[placeKind(one)] ||
  one.size - other.size ||
  (askedWords(one) < askedWords(other) ? -1 : 1);

const askedWords = onceFor(({ query: { limit, offset, place, list } }: Page): string =>
  isChained(list) ? `${limit} ${place}` : `${limit} ${offset}`,
);

/** The pages to show beside a misplaced one: enough that it is still to blame. */
function witnesses(page: Page, others: readonly Page[]): { others: readonly Page[]; saw: string } {
  const [first, second] = others
    .filter((other) => other !== page)
    .sort((one, other) => byCertainty(other, one));
  const saw = contradiction(page, first ?? page);
  if (!first) return { others: [], saw };
  const isSure = byCertainty(page, first) < 0;
  return { others: isSure || !second ? [first] : [first, second], saw };
}

/** Where two pages contradict each other, and what that means for a client that reads all pages. */
function contradiction(page: Page, other: Page): string {
  const ids = itemIdsOf(page.items) ?? [];
  const otherIds = itemIdsOf(other.items) ?? [];
  const [start, otherStart] = [page.query.offset ?? 0, other.query.offset ?? 0];
  const { record } = page.query.list.nouns;
  for (const [index, id] of ids.entries()) {
    const place = start + index;
    const there = page === other ? undefined : otherIds[place - otherStart];
    if (there !== undefined && there !== id)
      return `${id} as ${record} ${place + 1}, where ${pageWords(other.query)} shows ${there}: a client that pages through misses one of them and meets the other twice`;
    const again = page === other ? ids.indexOf(id, index + 1) : otherIds.indexOf(id);
    if (again >= 0 && again + otherStart !== place)
      return `${id} as ${record} ${place + 1}, which ${pageWords(other.query)} shows as ${record} ${again + otherStart + 1}: a client that pages through meets it twice and misses another`;
  }
  return 'another order';
}

export const [fewestSmallPages, mostSmallPages] = [3, 5];

export function smallSize(
  seed: number,
  collection: Collection,
  total: number,
  { largest }: PageBounds,
): number {
  const small = Math.max(1, largest - 1);
  const least = Math.min(small, Math.max(1, Math.ceil(total / mostSmallPages)));
  const greatest = Math.min(small, Math.max(least, Math.floor((total - 1) / (fewestSmallPages - 1))));
  const [size = least] = draw(
    seed,
    `small pages ${nameOfCollection(collection)}`,
    fc.integer({ min: least, max: greatest }),
    1,
  );
  return size;
}

/**
 * A size of pages of which the last has two records fewer at least, and one at least: then few places are right to begin
 * it. Undefined if there is none.
 */
export const sizeWithShortLast = (total: number, { largest }: PageBounds): number | undefined =>
  [3, 4, 5, 6, 7, 8].find(
    (size) => size < Math.min(total, largest) && total % size > 0 && total % size < size - 1,
  );

/** Where the first two pages and the last begin, of so many records in pages of a size. */
export function outerPages(count: number, size: number): number[] {
  const last = Math.ceil(count / size) - 1;
  return [...new Set([0, 1, last])].filter((page) => page >= 0 && page <= last).map((page) => page * size);
}

/** A total is any number, and an array is not as long. */
const mostDrawnFrom = 5000;

/** Where pages between the outer ones begin; of very many pages, of the first ones. */
export const innerPages = (count: number, size: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(Math.ceil(count / size) - 3, mostDrawnFrom)) },
    (_, index) => (index + 2) * size,
  );

/** Whether a collection gets requests that are sent to few collections: the first does, and those with several pages. */
export const isCloser = (
  { collections: [first] }: Target,
  collection: Collection,
  total: number,
  { largest }: PageBounds,
): boolean => collection === first || total > largest;

/**
 * A page that shows that the offset is read as the number of a page: it begins with the record at that many times
 * its size. Undefined if any page shows otherwise. Pages that other rules blame count, too.
 */
export function numberedPage(listing: Listing): Page | undefined {
  const pages = unfilteredPages({ ...listing, pages: [...listing.pages, ...listing.excluded] });
  const [whole] = pages
    .filter(({ query }) => query.offset === 0)
    .toSorted((one, other) => other.size - one.size);
  const ids = whole && itemIdsOf(whole.items);
  if (!ids) return undefined;
  const telling = pages.filter(({ query: { limit = 0, offset = 0 } }) => limit > 1 && offset > 0);
  const isNumbered = ({ items: [first], query: { limit = 0, offset = 0 } }: Page): boolean =>
    first === undefined ? offset * limit >= ids.length : first.id === ids[offset * limit];
  return telling.every(isNumbered) ? telling.find(({ size }) => size > 0) : undefined;
}

export const wordsOfNumbered = ({
  query: {
    limit = 0,
    offset = 0,
    list: {
      names,
      nouns: { record },
    },
  },
}: Page): string =>
  `the server seems to read ${names.offset} as a page number: ${names.limit}=${limit}&${names.offset}=${offset} begins with ${record} ${offset * limit + 1}, not ${offset + 1}`;

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

export const structureOf = (page: Page, listing: Listing): string | undefined =>
  sameAsOther(page, listing) ?? cutFirst(page, listing) ?? shownTwice(page, listing);

function sameAsOther(page: Page, { pages }: Listing): string | undefined {
  const { body } = page.exchange.response;
  const [other] = pages
    .filter((one) => page.size > 0 && one.size === page.size && asksForOthers(page, one))
    .filter((one) => Buffer.compare(one.exchange.response.body, body) === 0)
    .toSorted((one, two) => parameterCount(one) - parameterCount(two));
  return other && `byte for byte the response to ${pageWords(other.query)}`;
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
