// What sorted pages show: runs of records in the order in which they were listed, and how their keys compare.

import { isChained, type ListStructure } from '../../../src/contract/list.ts';
import { queryDefaults } from '../../../src/contract/list-filters.ts';
import { readSort, type SortKey, sortParameters } from '../../../src/contract/list-sorts.ts';
import { pointerTo } from '../../../src/json/json.ts';
import { onceFor } from '../../../src/once.ts';
import type { Item, Listing, Page } from '../../core/evidence.ts';
import { isTime, ordersOf, type TextOrder, valueKind, valueSize } from '../compare-values.ts';
import { isPlaceKnown } from '../complete-reading.ts';

/** The sort of a listing; `unknown` if it is by no sortable, undefined if it is not sorted. */
export const sortIn = (list: ListStructure, further: string | undefined): SortKey | 'unknown' | undefined =>
  list.sort && further !== undefined
    ? readSort(list.sort, new URLSearchParams(further), defaultOrder(list))
    : undefined;

/** The sort of a listing that is by a sortable. */
export function sortKeyIn(list: ListStructure | undefined, further: string | undefined): SortKey | undefined {
  const key = list && sortIn(list, further);
  return key === 'unknown' ? undefined : key;
}

const defaultOrder = onceFor(({ further }: ListStructure) => new Map(queryDefaults(further)));

export const sortWords = ({ attribute, isDescending }: SortKey): string =>
  `${attribute}, ${isDescending ? 'descending' : 'ascending'}`;

/** The value that an item is sorted by; undefined if it shows none, or null. */
export const sortedValueOf = ({ values }: Item, { place }: Pick<SortKey, 'place'>): string | undefined =>
  values[pointerTo(place)];

/** A record and the page that shows it. */
export type Placed = { readonly item: Item; readonly page: Page };

/** Pages that follow each other without a gap, with one filter and one size. */
export type Sequence = {
  readonly filter: string | undefined;
  readonly start: number;
  readonly pages: readonly Page[];
  readonly placed: readonly Placed[];
  /** Whether its last page is the last of the listing. */
  readonly isEnd: boolean;
};

const isReadable = ({ query, items, size }: Page): boolean =>
  query.offset !== undefined &&
  isPlaceKnown(query) &&
  (query.limit ?? 1) > 0 &&
  items.length === size &&
  (size > 0 || isChained(query.list));

export function runsOf(pages: readonly Page[]): Sequence[] {
  const groups = Map.groupBy(pages.filter(isReadable), ({ query }) => `${query.limit} ${query.filter ?? ''}`);
  return [...groups.values()].flatMap((group) => {
    const runs: { start: number; pages: Page[]; end: number }[] = [];
    for (const page of group.toSorted(
      (one, other) => (one.query.offset ?? 0) - (other.query.offset ?? 0) || one.turn - other.turn,
    )) {
      const { offset = 0 } = page.query;
      const last = runs.at(-1);
      if (last?.end === offset) {
        last.pages.push(page);
        last.end += page.size;
      } else if (!last || offset > last.end)
        runs.push({ start: offset, pages: [page], end: offset + page.size });
    }
    return runs.map(({ start, pages: some, end }) => {
      const last = some.at(-1);
      return {
        filter: last?.query.filter,
        start,
        pages: some,
        placed: some.flatMap((page) => page.items.map((item) => ({ item, page }))),
        isEnd:
          last !== undefined &&
          (isChained(last.query.list)
            ? last.next === undefined
            : last.total === end ||
              (last.query.list.fullPages && last.query.limit !== undefined && last.size < last.query.limit)),
      };
    });
  });
}

/** Two neighbours that are not in order. */
export type Misplaced = { readonly before: Placed; readonly after: Placed; readonly key: SortKey };

/**
 * The first key in which neighbours differ. None if one of them has no value of it: where these are has a rule of its own. None after
 * equal times, which a server may keep more exactly than it shows them.
 */
export function tellingKey(keys: readonly SortKey[], before: Placed, after: Placed): SortKey | undefined {
  for (const key of keys) {
    const [one, other] = [before, after].map(({ item }) => sortedValueOf(item, key));
    if (one !== other) return one === undefined || other === undefined ? undefined : key;
    if (isTime(key.schema)) return undefined;
  }
  return undefined;
}

/** Compares neighbours; text by all orders that servers use, of which those stay that allow what was seen. */
export function createOrderJudge(keys: readonly SortKey[], texts: readonly string[]) {
  const left = new Map<SortKey, readonly TextOrder[]>();
  const isInOrder = (key: SortKey, one: string, other: string): boolean | 'equal' => {
    const kind = valueKind(key.schema);
    const turn = key.isDescending ? -1 : 1;
    if (one === other) return 'equal';
    if (kind !== 'text') {
      const [size, otherSize] = [valueSize(kind, one), valueSize(kind, other)];
      // Another rule reports a value that is not of its type.
      if (size === undefined || otherSize === undefined) return true;
      return size === otherSize ? 'equal' : turn > 0 ? size < otherSize : size > otherSize;
    }
    const orders = left.get(key) ?? ordersOf(texts, key.schema);
    const allowing = orders.filter((order) => turn * order(one, other) <= 0);
    if (allowing.length === 0) return false;
    left.set(key, allowing);
    return true;
  };
  return (before: Placed, after: Placed): Misplaced | undefined => {
    for (const key of keys) {
      const [one, other] = [sortedValueOf(before.item, key), sortedValueOf(after.item, key)];
      if (one === undefined && other === undefined) continue;
      // Where records without a value are has a rule of its own.
      if (one === undefined || other === undefined) return undefined;
      const order = isInOrder(key, one, other);
      if (order === false) return { before, after, key };
      if (order === true) return undefined;
    }
    return undefined;
  };
}

/** Whether the neighbours on a page are in the order of a key. */
export function isInOrder(page: Page | undefined, key: SortKey): boolean {
  const placed = page?.items.map((item) => ({ item, page })) ?? [];
  const misplacedIn = createOrderJudge(
    [key],
    placed.flatMap(({ item }) => sortedValueOf(item, key) ?? []),
  );
  return placed.every((after, index) => {
    const before = placed[index - 1];
    return !before || misplacedIn(before, after) === undefined;
  });
}

export const misplacedPages = ({ before, after }: Pick<Misplaced, 'before' | 'after'>): [Page, ...Page[]] =>
  before.page === after.page ? [after.page] : [after.page, before.page];

/** Further parameters without those of a sort; pages with others list other records. */
export function withoutSort(
  { sort }: Pick<ListStructure, 'sort'>,
  further: URLSearchParams,
): URLSearchParams {
  const names = sort ? sortParameters(sort) : [];
  return new URLSearchParams([...further].filter(([name]) => !names.includes(name)));
}

const othersIn = (list: ListStructure, further: string | undefined): string =>
  String(withoutSort(list, new URLSearchParams(further)));

/** The pages beside a listing that are asked for alike, except for their sort. */
function alikeBeside({ beside = [], further }: Listing): readonly Page[] {
  const [first] = beside;
  const own = first && othersIn(first.query.list, further);
  return beside.filter(({ query }) => othersIn(query.list, query.further) === own);
}

/** The pages of the same collection without a sort, and otherwise with the same further parameters. */
export const unsortedPages = (listing: Listing): readonly Page[] =>
  alikeBeside(listing).filter(
    ({ query }) => String(new URLSearchParams(query.further)) === othersIn(query.list, query.further),
  );

/** Whether tokens end some pages of a sorted listing, or of one without that sort, before another page of them shows the end. */
export function isCutOff(
  { start, filter, placed, isEnd, pages: [first] }: Sequence,
  listing: Listing,
): boolean {
  if (!isEnd || !first || !isChained(first.query.list)) return false;
  return [...listing.pages, ...alikeBeside(listing)].some(
    ({ query: { offset = 0, filter: other }, size }) =>
      other === filter && offset + size > start + placed.length,
  );
}

/** The pages of the same collection that are sorted by the same attribute in the other direction, and otherwise alike. */
export const reversedPages = (listing: Listing, key: SortKey): readonly Page[] =>
  alikeBeside(listing).filter(({ query }) => {
    const other = sortKeyIn(query.list, query.further);
    return other?.attribute === key.attribute && other.isDescending !== key.isDescending;
  });
