import { onceFor } from '../../../src/once.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { idsOf, plainPages } from '../reading.ts';
import { extentOf } from './extent.ts';
import { pageWords } from './words.ts';

/** How a page says where its products are. */
export type PlaceKind = 'aligned' | 'within' | 'unsaid';

/** A page that contradicts others about which product is where, and one or two that it contradicts. */
type Misplaced = { readonly page: Page; readonly others: readonly Page[]; readonly saw: string };

/** What the pages of a node say about which product is where. */
type Places = {
  /** Pages that agree with every other, and share a place or a product with one that was asked for otherwise. */
  readonly agreeing: readonly Page[];
  /** Pages that are best left out for all others to agree. */
  readonly misplaced: readonly Misplaced[];
  /** Whether the same request returned other products, or the same in another order. */
  readonly isRestless: boolean;
};

/** The kind of a page: one of several of the same size, one that begins within those, or one that names no offset. */
export function kindOf({ query: { limit, offset } }: Page): PlaceKind {
  if (offset === undefined) return 'unsaid';
  return offset === 0 || (limit !== undefined && limit > 0 && offset % limit === 0) ? 'aligned' : 'within';
}

/**
 * Pages whose products all show their ids, and begin before the end: an offset that is left out is read as 0. What is
 * shown past the end has a rule of its own.
 */
export function placedPages(pages: readonly Page[]): Page[] {
  const count = extentOf(pages)?.count ?? Number.POSITIVE_INFINITY;
  return pages.filter(
    ({ query: { offset = 0 }, items, size }) =>
      offset < count && items.length === size && idsOf(items) !== undefined,
  );
}

/** What the unfiltered pages of a node say about which product is where. */
export const placesOf = ({ pages }: Pick<Listing, 'pages'>): Places => plainPlacesOn(pages);

const plainPlacesOn = onceFor((pages: readonly Page[]) => placesOn(plainPages({ pages })));

/**
 * Every page puts products at places: on a listing that does not change, all pages agree on which product is where,
 * and no product is twice. Where they do not, the pages to blame are those that contradict most others.
 */
export function placesOn(all: readonly Page[]): Places {
  const pages = placedPages(all);
  const { compared, conflicts } = compareAll(pages);
  const misplaced: Misplaced[] = [];
  for (;;) {
    const [page] = [...conflicts.keys()].sort(
      (one, other) => blame(conflicts, other) - blame(conflicts, one) || order(one, other),
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
    isRestless: [...Map.groupBy(pages, askedFor).values()].some(
      (looks) => new Set(looks.map(({ items }) => idsOf(items)?.join())).size > 1,
    ),
  };
}

type Conflicts = Map<Page, Set<Page>>;

/** Holds all pages against each other by the places, and by the products, that they share. */
function compareAll(pages: readonly Page[]): { compared: Set<Page>; conflicts: Conflicts } {
  const compared = new Set<Page>();
  const conflicts: Conflicts = new Map();
  const byPlace: Sides<number, string> = new Map();
  const byProduct: Sides<string, number> = new Map();
  for (const page of pages) {
    for (const [index, { id = '' }] of page.items.entries()) {
      const place = (page.query.offset ?? 0) + index;
      enter(byPlace, place, id, page);
      enter(byProduct, id, place, page);
    }
  }
  for (const sides of byPlace.values()) {
    const together = sides.flatMap((side) => side.pages);
    if (new Set(together.map(askedFor)).size > 1) for (const page of together) compared.add(page);
    oppose(conflicts, sides);
  }
  for (const sides of byProduct.values()) oppose(conflicts, sides);
  return { compared, conflicts };
}

/** The pages that say the same of one place, or of one product. */
type Side<L> = { readonly says: L; readonly pages: Page[] };
/** What pages say, by what it is about: mostly the same. */
type Sides<K, L> = Map<K, Side<L>[]>;

function enter<K, L>(all: Sides<K, L>, about: K, says: L, page: Page): void {
  const sides = all.get(about);
  const side = sides?.find((one) => one.says === says);
  if (side) side.pages.push(page);
  else if (sides) sides.push({ says, pages: [page] });
  else all.set(about, [{ says, pages: [page] }]);
}

/** Pages on different sides contradict each other; a page on both contradicts itself. */
function oppose(conflicts: Conflicts, sides: readonly Side<unknown>[]): void {
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

const blame = (conflicts: Conflicts, page: Page): number => conflicts.get(page)?.size ?? 0;

const doubt: Readonly<Record<PlaceKind, number>> = { unsaid: 2, within: 1, aligned: 0 };

/** Of pages that contradict as many others, the one that says least surely where it is; then the smaller. */
const order = (one: Page, other: Page): number =>
  doubt[kindOf(other)] - doubt[kindOf(one)] ||
  one.size - other.size ||
  (askedFor(one) < askedFor(other) ? -1 : 1);

/** Names what was asked for. */
const askedFor = onceFor(({ query: { limit, offset } }: Page): string => `${limit} ${offset}`);

/** Pages to show beside a misplaced one: enough of them that it is still the one to blame. */
function witnesses(page: Page, others: readonly Page[]): { others: readonly Page[]; saw: string } {
  const [first, second] = others.filter((other) => other !== page).sort((one, other) => order(other, one));
  const saw = contradiction(page, first ?? page);
  if (!first) return { others: [], saw };
  const isSure = order(page, first) < 0;
  return { others: isSure || !second ? [first] : [first, second], saw };
}

/** Where two pages contradict each other, and what that means to whoever pages through. */
function contradiction(page: Page, other: Page): string {
  const ids = idsOf(page.items) ?? [];
  const otherIds = idsOf(other.items) ?? [];
  const [start, otherStart] = [page.query.offset ?? 0, other.query.offset ?? 0];
  for (const [index, id] of ids.entries()) {
    const place = start + index;
    const there = page === other ? undefined : otherIds[place - otherStart];
    if (there !== undefined && there !== id)
      return `${id} as product ${place + 1}, where ${pageWords(other.query)} shows ${there}: a client that pages through misses one of them and meets the other twice`;
    const again = page === other ? ids.indexOf(id, index + 1) : otherIds.indexOf(id);
    if (again >= 0 && again + otherStart !== place)
      return `${id} as product ${place + 1}, which ${pageWords(other.query)} shows as product ${again + otherStart + 1}: a client that pages through meets it twice and misses another`;
  }
  return 'another order';
}
