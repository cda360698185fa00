import { isChained } from '../../../src/contract/list.ts';
import { onceFor } from '../../../src/once.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { itemIdsOf, unfilteredPages } from '../complete-reading.ts';
import { pageWords } from '../query.ts';
import { extentOf } from './extent.ts';

/** Where a page begins: at a multiple of its size, elsewhere, or without an offset. */
export type PlaceKind = 'aligned' | 'within' | 'unsaid';

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

export function placeKind({ query: { limit, offset, list } }: Page): PlaceKind {
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
export function placesOn(all: readonly Page[]): ReadPlaces {
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
