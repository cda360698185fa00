import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import type { FilterField, Meaning } from '../../../src/contract/list-filters.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import type { Broken, Claim } from '../../core/claim.ts';
import { eachBasicPage, eachListing } from '../../core/claims.ts';
import type { Item, Listing, Page, ReadExchange } from '../../core/evidence.ts';
import { isRejected } from '../../core/status.ts';
import { lacksValue, nearKey } from '../compare-values.ts';
import {
  type CompleteReading,
  filteredPages,
  itemIdsOf,
  nextOf,
  unfilteredPages,
} from '../complete-reading.ts';
import { queryOf } from '../query.ts';
import { collectionLine } from '../remedies.ts';
import { faultOf } from './faults.ts';
import {
  type Attribute,
  bareName,
  encodableOn,
  fitsPattern,
  hasEqualValues,
  isForOne,
  patternOn,
  type Sought,
  shownValue,
  soughtOn,
  soughtWords,
} from './filter.ts';
import { type FilterFinding, findingBy, isListField } from './meanings.ts';

/** A record that a listing showed, and the page that showed it. */
export type Known = { readonly item: Item; readonly page: Page };

type Index = {
  readonly all: readonly Known[];
  readonly byId: ReadonlyMap<string, Known>;
  /** The records that show a field, by its value as far as a `must` distinguishes values. */
  readonly byValue: (key: Attribute) => ReadonlyMap<string, readonly Known[]>;
};

/** Some pages of a collection. */
type ShownPages = Pick<Listing, 'pages'>;

const indexOf = ({ pages }: ShownPages): Index => indexOn(pages);

const indexOn = onceFor((pages: readonly Page[]): Index => {
  const all = new Map<string | Item, Known>();
  for (const page of unfilteredPages({ pages }))
    for (const item of page.items) if (!all.has(item.id ?? item)) all.set(item.id ?? item, { item, page });
  const known = [...all.values()];
  return {
    all: known,
    byId: new Map(known.flatMap((one) => (one.item.id === undefined ? [] : [[one.item.id, one]]))),
    byValue: onceForText((key) =>
      Map.groupBy(
        known.filter(({ item }) => shownValue(item, key) !== undefined),
        ({ item }) => nearKey(shownValue(item, key) ?? ''),
      ),
    ),
  };
});

/** All records that a listing showed. */
export const allKnown = (listing: ShownPages): readonly Known[] => indexOf(listing).all;

/** The records that a listing showed, by their ids. */
export const knownById = (listing: ShownPages): ReadonlyMap<string, Known> => indexOf(listing).byId;

/** The records among some ids that a page has room for; none if it may end before them. */
export function dueItemsOn(listing: ShownPages, { query }: Page, ids: readonly string[]): Known[] {
  const { limit = 0, offset = 0, bounds } = query;
  const hasRoom = offset === 0 && limit >= ids.length && limit <= bounds.largest;
  return hasRoom ? ids.flatMap((id) => knownById(listing).get(id) ?? []) : [];
}

/** The finding for several conditions that are joined by `and`, or by `or`. */
const jointFinding = (findings: readonly FilterFinding[], join: Sought['join']): FilterFinding => {
  const [deciding, other] = join === 'and' ? (['never', 'must'] as const) : (['must', 'never'] as const);
  if (findings.includes(deciding)) return deciding;
  return findings.every((one) => one === other) ? other : 'may';
};

/** Whether a filter has to find a record; of what the record does not show nothing is known. */
export const findingOfItem = ({ terms, join }: Sought, item: Item): FilterFinding =>
  jointFinding(
    terms.map(({ field, values }) => {
      const shown = shownValue(item, field.key);
      return shown === undefined ? 'may' : findingOfValues(field, values, shown);
    }),
    join,
  );

/** Whether a filter for some values has to find what a record shows: any of them, or none. */
export const findingOfValues = (
  field: FilterField,
  values: readonly string[],
  shown: string,
): FilterFinding =>
  jointFinding(
    values.map((value) => findingBy(field, shown, value)),
    field.means === 'ne' ? 'and' : 'or',
  );

/** The records that a filter may find, or has to; of one condition only those that show what it is about. */
export function recordsFor(
  listing: ShownPages,
  sought: Sought,
  least: 'may' | 'must' = 'may',
): readonly Known[] {
  const {
    terms: [{ field, values } = { values: [] }, second],
  } = sought;
  const shown = field && !second ? indexOf(listing).byValue(field.key) : undefined;
  const able =
    field && shown && hasEqualValues(field) && !isListField(field)
      ? values.flatMap((value) => shown.get(nearKey(value)) ?? [])
      : shown
        ? [...shown.values()].flat()
        : allKnown(listing);
  const isMeant = (finding: FilterFinding): boolean => finding === 'must' || finding === least;
  return able.filter(({ item }) => isMeant(findingOfItem(sought, item)));
}

const isAttributeShown = (listing: ShownPages, key: Attribute): boolean =>
  indexOf(listing).byValue(key).size > 0;

/** Whether every record of a complete reading shows what a filter is about. */
export const areAllShown = (reading: CompleteReading, { terms }: Sought): boolean =>
  terms.every(({ field }) => reading.items.every((item) => shownValue(item, field.key) !== undefined));

/** Some filters: those of one field, as far as they are meant, or any that are. */
type Meant = { readonly key?: Attribute; readonly isMeant: (sought: Sought) => boolean };

/** The filters for one value of a field; `isListed`: those for several, too. */
export const filtersOf = (key: Attribute, isListed = false): Meant => ({
  key,
  isMeant: (sought) => isForOne(sought, key) || (isListed && isListBy(key)(sought)),
});

/** Whether a filter is for several values of one field. */
const isListBy =
  (key: Attribute) =>
  ({ terms: [first, second] }: Sought): boolean =>
    first?.field.key === key && first.values.length > 1 && !second;

/** The filters of several conditions that are joined in one way. */
export const joinedBy = (join: Sought['join']): Meant => ({
  isMeant: (sought) => sought.join === join && sought.terms.length > 1,
});

const meantOn = (page: Page, { isMeant }: Meant): Sought | undefined => {
  const sought = soughtOn(page);
  return sought && isMeant(sought) ? sought : undefined;
};

const shownTerms = ({ terms }: Sought, item: Item | undefined): string =>
  terms
    .map(({ field: { attribute, key } }) => `${attribute} is ${item && shownValue(item, key)}`)
    .join(' and ');

/** Whether a filter may find what has no value: it is another one, and greater than all where a sort lists it last. */
export const mayFindAbsent = (means: Meaning): boolean => ['ne', 'gt', 'ge'].includes(means);

/**
 * Claims that filters return no record that they do not look for, by what the page shows, or else by what other pages of the
 * collection show.
 */
export const soundClaims = (meant: Meant): readonly Claim[] => [
  eachBasicPage(({ page, records }, judge) => {
    const sought = meantOn(page, meant);
    const [{ field } = {}, second] = sought?.terms ?? [];
    // What no record shows may be left out of listings.
    if (!sought || !field || second || mayFindAbsent(field.means)) return;
    if (records.every((record) => lacksValue(record, field))) return;
    judge.claim(!records.some((record) => lacksValue(record, field)), () => ({
      expected: `only ${judge.nouns.records} whose ${soughtWords(sought)}`,
      saw: `${judge.nouns.aRecord} without ${field.attribute}`,
      shown: [page.exchange],
    }));
  }),
  eachBasicPage(({ page }, judge) => {
    const own = meantOn(page, meant);
    const pattern = own || meant.key === undefined ? undefined : patternOn(page, meant.key);
    const sought = own ?? pattern;
    const shown = page.items.filter((item) =>
      sought?.terms.some(({ field }) => shownValue(item, field.key) !== undefined),
    );
    if (!sought || shown.length === 0) return;
    const wrong = shown.filter((item) => findingOfItem(sought, item) === 'never');
    // If a record does not fit the pattern, the filter was ignored; another rule reports that.
    if (pattern && !wrong.every((item) => fitsPattern(item, pattern))) return;
    judge.claim(wrong.length === 0, () => ({
      expected: `only ${judge.nouns.records} whose ${soughtWords(sought)}`,
      saw: `${judge.nouns.aRecord} whose ${shownTerms(sought, wrong[0])}`,
      shown: [page.exchange],
    }));
  }),
  eachListing('records', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const own = meantOn(page, meant);
      const sought = own ?? shownEncodable(listing, page, meant);
      if (!sought) continue;
      const isTold = (item: Item): boolean =>
        sought.terms.every(({ field }) => shownValue(item, field.key) !== undefined);
      const elsewhere = page.items
        // What a page shows under a plain value is judged alone.
        .filter((item) => !own || !isTold(item))
        .flatMap(({ id = '' }) => knownById(listing).get(id) ?? [])
        .filter(({ item }) => isTold(item));
      // An empty page shows something if the collection has records with the attribute.
      if (
        page.size === 0
          ? !sought.terms.every(({ field }) => isAttributeShown(listing, field.key))
          : elsewhere.length === 0
      )
        continue;
      const wrong = elsewhere.find(({ item }) => findingOfItem(sought, item) === 'never');
      judge.claim(wrong === undefined, () => ({
        expected: `only ${judge.nouns.records} whose ${soughtWords(sought)}`,
        saw: `the ${judge.nouns.record} ${wrong?.item.id}, whose ${shownTerms(sought, wrong?.item)}`,
        pages: wrong ? [page, wrong.page] : [page],
        fingerprint: 'records',
      }));
    }
  }),
];

/** A claim that filters return every record that they look for, if a page has room for them. */
export const completeClaim = (meant: Meant): Claim =>
  eachListing('places', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const sought = meantOn(page, meant) ?? shownEncodable(listing, page, meant);
      if (!sought || !hasRoom(listing, page, sought)) continue;
      for (const known of recordsFor(listing, sought, 'must'))
        judge.claim(isAmong(known.item, page.items, meant.key), () => ({
          expected: `the ${judge.nouns.record} ${known.item.id ?? ''} whose ${soughtWords(sought)}`,
          saw: page.size === 0 ? `no ${judge.nouns.record}` : `a page of ${page.size} without it`,
          pages: [page, known.page],
          fingerprint: 'records',
        }));
    }
    const { key } = meant;
    // Filters are sent without further parameters.
    if (key === undefined || listing.further !== undefined) return;
    if (isAttributeShown(listing, key))
      judge.untested(
        filteredPages(listing).some((page) => meantOn(page, meant))
          ? `no response to a filter by ${bareName(key)} shows on one page all that it finds`
          : `no filter for the ${bareName(key)} of a listed ${judge.nouns.record} was accepted`,
      );
    else if (allKnown(listing).length > 0)
      judge.untested(
        `no ${judge.nouns.record} in a response has ${bareName(key)}`,
        collectionLine(judge, `whose ${judge.nouns.records} have ${bareName(key)}`),
      );
  });

/** A filter for a name that needs encoding, if a record has it. */
function shownEncodable(listing: Listing, page: Page, { key }: Meant): Sought | undefined {
  const sought = key === 'name' ? encodableOn(page) : undefined;
  return sought && recordsFor(listing, sought, 'must').length > 0 ? sought : undefined;
}

/** Whether a page begins at the first record and has room for the whole collection. */
export const isWholeOf = (listing: Listing, { query: { limit, offset = 0, bounds } }: Page): boolean =>
  offset === 0 &&
  limit !== undefined &&
  limit <= bounds.largest &&
  limit >= Math.min(bounds.largest, allKnown(listing).length);

/**
 * Whether a page has room for all that a filter finds; without a limit, for one record. That it begins at the first record
 * without an offset is only an interpretation (READINGS 22).
 */
function hasRoom(listing: Listing, page: Page, sought: Sought): boolean {
  const { limit, offset } = page.query;
  if (offset !== 0) return false;
  if (limit === undefined) return page.size === 0 || recordsFor(listing, sought).length === 1;
  // A page may be short although more follow, which it says then.
  return isWholeOf(listing, page) && !isFull(page) && nextOf(page) === undefined;
}

/** Whether a page has as many records as it may have: those that it lacks may follow, since more match than those known. */
const isFull = ({ query: { limit }, size }: Page): boolean => limit !== undefined && size >= limit;

const isAmong = (item: Item, items: readonly Item[], key = 'id'): boolean =>
  items.some((one) =>
    item.id === undefined ? shownValue(one, key) === shownValue(item, key) : one.id === item.id,
  );

/** A claim about each response to a request with a filter. A server that rejects all listings passes nothing. */
export const eachFiltered = (
  isMeant: (filter: string, exchange: ReadExchange, list: ListStructure) => boolean,
  faultIn: (filter: string, exchange: ReadExchange) => Omit<Broken, 'shown'> | undefined,
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
      const ids = absent && itemIdsOf(absent.items);
      if (!absent || !ids) continue;
      const isIgnored = itemIdsOf(page.items)?.toSorted().join() === ids.toSorted().join();
      judge.claim(!isIgnored, () => ({
        expected: `${filter} is rejected or matches few ${judge.nouns.records}`,
        saw: 'the same listing as without a filter',
        pages: [page, absent],
        fingerprint: 'records',
      }));
    }
  }),
];
