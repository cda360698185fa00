import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import { at, type JsonObject, type Path } from '../../../src/json/json.ts';
import { onceFor } from '../../../src/once.ts';
import type { Broken, Claim } from '../../core/claim.ts';
import { eachBasicPage, eachListing } from '../../core/claims.ts';
import type { Item, Listing, Page, ReadExchange } from '../../core/evidence.ts';
import { collectionLine } from '../../core/remedies.ts';
import { isRejected } from '../../core/status.ts';
import { queryOf } from '../query.ts';
import { type CompleteReading, filteredPages, idsOf, readingOf, unfilteredPages } from '../reading.ts';
import {
  type Attribute,
  bareName,
  comparisonsBy,
  comparisonWords,
  encodableOn,
  faultOf,
  fieldOf,
  fitsPattern,
  hasEqualValues,
  patternOn,
  shownValue,
  soughtOn,
} from './filter.ts';
import { nearKey } from './near.ts';

/** A record that a listing showed, and the page that showed it. */
export type Known = { readonly item: Item; readonly page: Page };

type Index = {
  readonly all: readonly Known[];
  readonly byId: ReadonlyMap<string, Known>;
  readonly byValue: (attribute: Attribute) => ReadonlyMap<string, readonly Known[]>;
};

const indexOf = ({ pages }: Listing): Index => indexOn(pages);

const indexOn = onceFor((pages: readonly Page[]): Index => {
  const all = new Map<string | Item, Known>();
  for (const page of unfilteredPages({ pages }))
    for (const item of page.items) if (!all.has(item.id ?? item)) all.set(item.id ?? item, { item, page });
  const known = [...all.values()];
  return {
    all: known,
    byId: new Map(known.flatMap((one) => (one.item.id === undefined ? [] : [[one.item.id, one]]))),
    byValue: forEach((attribute) =>
      Map.groupBy(
        known.filter(({ item }) => shownValue(item, attribute) !== undefined),
        ({ item }) => nearKey(shownValue(item, attribute) ?? ''),
      ),
    ),
  };
});

const forEach = <T>(make: (attribute: Attribute) => T): ((attribute: Attribute) => T) => {
  const made = new Map<Attribute, T>();
  return (attribute) => {
    if (!made.has(attribute)) made.set(attribute, make(attribute));
    return made.get(attribute) as T;
  };
};

/** All records that a listing showed. */
export const allKnown = (listing: Listing): readonly Known[] => indexOf(listing).all;

const sizeOf = (listing: Listing): number => indexOf(listing).all.length;

/** The records among some ids that a page has room for; none if it may end before them. */
export function dueOn(listing: Listing, { query }: Page, ids: readonly string[]): Known[] {
  const { limit = 0, offset = 0, bounds } = query;
  const hasRoom = offset === 0 && limit >= ids.length && limit <= bounds.largest;
  return hasRoom ? ids.flatMap((id) => indexOf(listing).byId.get(id) ?? []) : [];
}

export const listedIds = (listing: Listing): Iterable<string> => indexOf(listing).byId.keys();

/** The records that a filter for a value may find, as far as a `must` distinguishes values. */
export function recordsWith(listing: Listing, attribute: Attribute, value: string): readonly Known[] {
  const found = indexOf(listing).byValue(attribute);
  return matchesIn(listing, attribute, value, found, ({ item }) => item);
}

/** The entries of an index of values that a filter for a value may find. */
function matchesIn<T>(
  { pages: [page] }: Pick<Listing, 'pages'>,
  attribute: Attribute,
  value: string,
  index: ReadonlyMap<string, readonly T[]>,
  itemOf: (entry: T) => Item,
): readonly T[] {
  const { list } = page?.query ?? {};
  if (!list || hasEqualValues(fieldOf(list, attribute))) return index.get(nearKey(value)) ?? [];
  const { mayFind } = comparisonsBy(list, attribute);
  return [...index.values()]
    .flat()
    .filter((entry) => mayFind(shownValue(itemOf(entry), attribute) ?? '', value));
}

const isAttributeShown = (listing: Listing, attribute: Attribute): boolean =>
  indexOf(listing).byValue(attribute).size > 0;

type InReading = {
  readonly ids: ReadonlySet<string | undefined>;
  readonly byValue: (attribute: Attribute) => ReadonlyMap<string, readonly Item[]> | undefined;
};

const inReading = onceFor(
  ({ items }: CompleteReading): InReading => ({
    ids: new Set(items.map(({ id }) => id)),
    byValue: forEach((attribute) =>
      items.every((item) => shownValue(item, attribute) !== undefined)
        ? Map.groupBy(items, (item) => nearKey(shownValue(item, attribute) ?? ''))
        : undefined,
    ),
  }),
);

export const idsIn = (reading: CompleteReading): ReadonlySet<string | undefined> => inReading(reading).ids;

/** The same of a complete reading; undefined if one of its records does not show the attribute. */
export function itemsWith(
  reading: CompleteReading,
  attribute: Attribute,
  value: string,
): readonly Item[] | undefined {
  const values = inReading(reading).byValue(attribute);
  return values && matchesIn(reading, attribute, value, values, (item) => item);
}

/** The first reading of a collection, if it is complete and its total is the number of its records. */
export function completeReading(listing: Listing): CompleteReading | undefined {
  const reading = readingOf(listing);
  const total = reading.pages[0]?.total;
  return reading.isComplete && (total === undefined || total === reading.items.length) ? reading : undefined;
}

const neither = { place: [], means: 'ne' } as const;

const isShownAt = (record: JsonObject, place: Path): boolean => (at(record, ...place) ?? null) !== null;

/**
 * Claims that a filter for one value returns no record with another value, by what the page shows, or else by what
 * other pages of the collection show.
 */
export const soundClaims = (attribute: Attribute): readonly Claim[] => [
  eachBasicPage(({ page, records }, judge) => {
    const sought = soughtOn(page, attribute);
    const { place, means } = sought === undefined ? neither : fieldOf(page.query.list, attribute);
    // What no record shows may be left out of listings, and `ne` may find what has no value.
    if (means === 'ne' || !records.some((record) => isShownAt(record, place))) return;
    const without = records.find((record) => !isShownAt(record, place));
    judge.claim(without === undefined, () => ({
      expected: `only ${judge.nouns.records} whose ${wordsOn(page, attribute)} ${sought}`,
      saw: `${judge.nouns.aRecord} without ${bareName(attribute)}`,
      shown: [page.exchange],
    }));
  }),
  eachBasicPage(({ page }, judge) => {
    const pattern = patternOn(page, attribute);
    const value = soughtOn(page, attribute) ?? pattern;
    if (value === undefined) return;
    const found = page.items.flatMap((item) => shownValue(item, attribute) ?? []);
    const { mayFind } = comparisonsBy(page.query.list, attribute);
    const mismatches = found.filter((shown) => !mayFind(shown, value));
    // If a record does not fit the pattern, the filter was ignored; another rule reports that.
    if (pattern !== undefined && !mismatches.every((shown) => fitsPattern(shown, pattern))) return;
    if (found.length === 0) return;
    judge.claim(mismatches.length === 0, () => ({
      expected: `only ${judge.nouns.records} whose ${wordsOn(page, attribute)} ${value}`,
      saw: `${judge.nouns.aRecord} whose ${bareName(attribute)} is ${mismatches[0]}`,
      shown: [page.exchange],
    }));
  }),
  eachListing('members', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const value = soughtOn(page, attribute) ?? shownEncodable(listing, page, attribute);
      if (value === undefined) continue;
      const isPlainValue = soughtOn(page, attribute) !== undefined;
      const elsewhere = page.items
        // What a page shows under a plain value is judged alone.
        .filter((item) => !isPlainValue || shownValue(item, attribute) === undefined)
        .flatMap(({ id = '' }) => indexOf(listing).byId.get(id) ?? [])
        .filter(({ item }) => shownValue(item, attribute) !== undefined);
      // An empty page shows something if the collection has records with the attribute.
      if (page.size === 0 ? !isAttributeShown(listing, attribute) : elsewhere.length === 0) continue;
      const { mayFind } = comparisonsBy(page.query.list, attribute);
      const mismatch = elsewhere.find(({ item }) => !mayFind(shownValue(item, attribute) ?? '', value));
      judge.claim(mismatch === undefined, () => ({
        expected: `only ${judge.nouns.records} whose ${wordsOn(page, attribute)} ${value}`,
        saw: `the ${judge.nouns.record} ${mismatch?.item.id}, whose ${bareName(attribute)} is ${mismatch && shownValue(mismatch.item, attribute)}`,
        pages: mismatch ? [page, mismatch.page] : [page],
        fingerprint: 'members',
      }));
    }
  }),
];

const wordsOn = (page: Page, attribute: Attribute): string =>
  comparisonWords(fieldOf(page.query.list, attribute));

/** A claim that a filter for one value returns every record with it, if a page has room for them. */
export const completeClaim = (attribute: Attribute): Claim =>
  eachListing('places', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const value = soughtOn(page, attribute) ?? shownEncodable(listing, page, attribute);
      if (value === undefined || !hasRoom(listing, page, recordsWith(listing, attribute, value).length))
        continue;
      for (const known of recordsThatAre(listing, attribute, value))
        judge.claim(isAmong(known.item, page.items, attribute), () => ({
          expected: `the ${judge.nouns.record} ${known.item.id ?? ''} whose ${wordsOn(page, attribute)} ${value}`,
          saw: page.size === 0 ? `no ${judge.nouns.record}` : `a page of ${page.size} without it`,
          pages: [page, known.page],
          fingerprint: 'members',
        }));
    }
    if (isAttributeShown(listing, attribute))
      judge.untested(
        `no filter for the ${bareName(attribute)} of a listed ${judge.nouns.record} was accepted`,
      );
    else if (sizeOf(listing) > 0)
      judge.untested(
        `no ${judge.nouns.record} in a response has ${bareName(attribute)}`,
        collectionLine(judge, `whose ${judge.nouns.records} have ${bareName(attribute)}`),
      );
  });

function shownEncodable(listing: Listing, page: Page, attribute: Attribute): string | undefined {
  const value = attribute === 'name' ? encodableOn(page) : undefined;
  return value !== undefined && recordsThatAre(listing, attribute, value).length > 0 ? value : undefined;
}

export const recordsThatAre = (listing: Listing, attribute: Attribute, value: string): Known[] =>
  recordsWith(listing, attribute, value).filter(({ item, page }) =>
    comparisonsBy(page.query.list, attribute).finds(
      shownValue(item, attribute) ?? '',
      attribute === 'id' ? keyOfId(value) : value,
    ),
  );

/** Whether a page begins at the first record and has room for the whole collection. */
export const isWholeOf = (listing: Listing, { query: { limit, offset = 0, bounds } }: Page): boolean =>
  offset === 0 &&
  limit !== undefined &&
  limit <= bounds.largest &&
  limit >= Math.min(bounds.largest, sizeOf(listing));

/**
 * Whether a page has room for so many matches; without a limit, for one. That it begins at the first record without
 * an offset is only an interpretation (READINGS 22).
 */
function hasRoom(listing: Listing, page: Page, matches: number): boolean {
  const { limit, offset } = page.query;
  if (offset !== 0 || matches === 0) return false;
  if (limit === undefined) return matches === 1 || page.size === 0;
  return isWholeOf(listing, page) && matches <= limit && !isFull(page);
}

/** Whether a page has as many records as it may have: those that it lacks may follow, since more match than those known. */
export const isFull = ({ query: { limit }, size }: Page): boolean => limit !== undefined && size >= limit;

const isAmong = (item: Item, items: readonly Item[], attribute: Attribute): boolean =>
  items.some((one) =>
    item.id === undefined ? shownValue(one, attribute) === shownValue(item, attribute) : one.id === item.id,
  );

type Fault = Omit<Broken, 'shown'> | undefined;

/** A claim about each response to a request with a filter. A server that rejects all listings passes nothing. */
export const eachFiltered = (
  isMeant: (filter: string, exchange: ReadExchange, list: ListStructure) => boolean,
  faultIn: (filter: string, exchange: ReadExchange) => Fault,
): Claim => ({
  on: 'responses',
  open: () => {
    let isServed = false;
    let kept: ReadExchange | undefined;
    return (exchange, judge) => {
      isServed ||= (exchange.page?.size ?? 0) > 0;
      const { filter } = queryOf(judge.contract, exchange.request);
      if (filter !== undefined && isMeant(filter, exchange, listOf(judge.contract))) {
        const fault = faultIn(filter, exchange);
        if (fault) judge.claim(false, () => ({ ...fault, shown: [exchange] }));
        else kept = exchange;
      }
      const shown = kept;
      if (isServed && shown) judge.claim(true, () => ({ expected: '', saw: '', shown: [shown] }));
    };
  },
});

/** Claims that filters with a fault are not ignored: they are rejected, or return other records. */
export const notIgnored = (fault: ReturnType<typeof faultOf>): readonly Claim[] => [
  eachFiltered(
    (filter, exchange, list) => faultOf(list, filter) === fault && isRejected(exchange),
    () => undefined,
  ),
  eachListing('filters', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const { filter = '', limit, offset = 0, list } = page.query;
      if (faultOf(list, filter) !== fault) continue;
      const absent = unfilteredPages(listing).find(
        ({ query, size }) => query.limit === limit && (query.offset ?? 0) === offset && size > 1,
      );
      const ids = absent && idsOf(absent.items);
      if (!absent || !ids) continue;
      const isIgnored = idsOf(page.items)?.toSorted().join() === ids.toSorted().join();
      judge.claim(!isIgnored, () => ({
        expected: `${filter} is rejected or matches few ${judge.nouns.records}`,
        saw: 'the same listing as without a filter',
        pages: [page, absent],
        fingerprint: 'members',
      }));
    }
  }),
];
