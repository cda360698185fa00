import { type Contract, focusOf } from '../../../src/contract/contract.ts';
import { clauseId, clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { isChained, type ListStructure, listOf } from '../../../src/contract/list.ts';
import {
  type FilterField,
  filterFields,
  isSimple,
  joinedText,
  writeConditions,
} from '../../../src/contract/list-filters.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import { onceFor } from '../../../src/once.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { Item, NotApplicable, Page } from '../../core/evidence.ts';
import type { RunExchange } from '../../core/exchange.ts';
import { reportRead } from '../../core/read-attempts.ts';
import { wasAccepted, wasRejected } from '../../core/status.ts';
import type { Collection } from '../../core/target.ts';
import { listingRequest, type Query, queryOf, wholeQuery } from '../query.ts';
import { readAllPages, readFirst, smallestPage } from '../read-pages.ts';
import { findingOfItem } from './claims.ts';
import {
  type Attribute,
  filterFor,
  isPlainFor,
  isSurelyTaken,
  listFilter,
  readSought,
  type Sought,
  shownValue,
  type Term,
  takes,
  textAttributes,
  unusedAttributes,
  unusedValue,
} from './filter.ts';

export type FoundValue = {
  readonly attribute: Attribute;
  readonly value: string;
  readonly item: Item;
  readonly page: Page;
};

export const filterForNone = (list: ListStructure): string | undefined =>
  unusedAttributes(list, 'eq')
    .slice(0, 1)
    .map((key) => filterFor(list, key, unusedValue(key)))[0];

export const foundValuesOn = (pages: readonly Page[], attribute: Attribute): readonly FoundValue[] =>
  allOn(pages)(attribute);

const allOn = onceFor((pages: readonly Page[]) => {
  const known = new Map<Attribute, FoundValue[]>();
  const finds = (attribute: Attribute): FoundValue[] =>
    pages.flatMap((page) =>
      (takes(page.query.list, attribute) ? page.items : []).flatMap((item) => {
        const value = attribute === 'id' ? item.shownId : shownValue(item, attribute);
        return value !== undefined && isSimple(value) ? [{ attribute, value, item, page }] : [];
      }),
    );
  return (attribute: Attribute): readonly FoundValue[] => {
    const made = known.get(attribute) ?? finds(attribute);
    known.set(attribute, made);
    return made;
  };
});

export const filterOfValue = ({ attribute, value, page }: FoundValue): string =>
  filterFor(page.query.list, attribute, value);

/** The filter that finds most of the records of a page, if it finds several; first of those whose value has some sign. */
export function mostFound(page: Page, sign = /^/): string | undefined {
  const { list } = page.query;
  const values = textAttributes(list, 'eq').flatMap((attribute) => foundValuesOn([page], attribute));
  const several = [...Map.groupBy(values, filterOfValue)].filter(([, finds]) => finds.length > 1);
  const hasSign = ([find]: readonly FoundValue[]): number => Number(sign.test(find?.value ?? ''));
  const [most] = several.toSorted(
    ([, some], [, others]) => hasSign(others) - hasSign(some) || others.length - some.length,
  );
  return most?.[0];
}

/**
 * For each field that divides some records, the filter by one condition that comes nearest to finding half of them, and whether it
 * finds each.
 */
export const dividingFilters = (list: ListStructure, items: readonly Item[]) =>
  filterFields(list).flatMap((field) => {
    const able = termsBy(field, items).flatMap((term) => {
      const findings = items.map((item) => findingOfItem(joinedByAnd([term]), item));
      const count = findings.filter((one) => one === 'must').length;
      const far = Math.abs(count - items.length / 2);
      return count > 0 && findings.includes('never') ? [{ filter: textOf([term]), findings, far }] : [];
    });
    return able.toSorted((one, other) => one.far - other.far).slice(0, 1);
  });

/** Sends a filter for each field that divides the first page of a collection, and its second page in a small size. */
export async function sendLaterPages(context: ExperimentContext, collection: Collection): Promise<void> {
  const [first] = await readFirst(context, collection);
  if (!first) return;
  const { items, query } = first;
  for (const { filter, findings } of dividingFilters(query.list, items)) {
    const matches = [...findings.keys()].filter((place) => findings[place] === 'must');
    // Without the filter, the page would show what the filter does not find: after a token, what follows the last match before.
    const limit = [1, 2, 3, 5].find((size) => {
      const start = isChained(query.list) ? (matches[size - 1] ?? items.length) + 1 : size;
      return findings.slice(start, start + size).includes('never');
    });
    if (limit === undefined) continue;
    if (isChained(query.list)) await readAllPages(context, collection, limit, { filter }, 2);
    else await sendFilter(context, collection, filter, { limit, offset: limit });
  }
}

/** A filter, and a size of pages with which a link that drops any of its conditions leads to what it does not find. */
type LinkedFilter = { readonly terms: readonly Term[]; readonly limit: number };

/**
 * Filters that show together of each field whether links keep its conditions, as far as some records, in the order of their
 * listing, can. Conditions that can be joined are in one filter.
 */
export function linkedFilters(list: ListStructure, items: readonly Item[], canJoin: boolean) {
  const found: LinkedFilter[] = [];
  for (const field of filterFields(list)) {
    const terms = termsBy(field, items);
    const joined = found.findIndex(
      (one) => canJoin && firstOf(terms, (term) => linked(list, items, [...one.terms, term])),
    );
    const before = found[joined]?.terms ?? [];
    const filter = firstOf(terms, (term) => linked(list, items, [...before, term]));
    if (filter) found.splice(joined < 0 ? found.length : joined, 1, filter);
  }
  return found.map(({ terms, limit }) => ({ filter: textOf(terms), limit }));
}

/** The smallest pages, up to a size, of which the second shows each condition that a link drops. */
function linked(
  list: ListStructure,
  items: readonly Item[],
  terms: readonly Term[],
): LinkedFilter | undefined {
  if (!list.filter || !writeConditions(list.filter, { conditions: terms.map(conditionOf) })) return undefined;
  const foundBy = (some: readonly Term[]): readonly Item[] =>
    items.filter((item) => findingOfItem(joinedByAnd(some), item) === 'must');
  const matches = foundBy(terms);
  const shows = (limit: number, dropped: Term): boolean => {
    const wider = foundBy(terms.filter((one) => one !== dropped));
    const last = matches[limit - 1];
    // The next page begins at an offset, or after the record that was shown last.
    return [limit, last ? wider.indexOf(last) + 1 : 0].every((start) =>
      wider
        .slice(start, start + limit)
        .some((item) => findingOfItem(joinedByAnd([dropped]), item) === 'never'),
    );
  };
  const limit = [1, 2, 3, 5].find(
    (one) => one < matches.length && terms.every((dropped) => shows(one, dropped)),
  );
  return limit === undefined ? undefined : { terms, limit };
}

const joinedByAnd = (terms: readonly Term[]): Sought => ({ terms, join: 'and' });

const conditionOf = ({ field: { operator, attribute }, values: [value = ''] }: Term) => ({
  operator,
  attribute,
  value,
});

const textOf = (terms: readonly Term[]): string => joinedText({ conditions: terms.map(conditionOf) });

/** Conditions by a field for plain values that records show; of some values. */
const termsBy = (field: FilterField, items: readonly Item[]): Term[] =>
  [...new Set(items.flatMap((item) => shownValue(item, field.key) ?? []))]
    .filter((value) => isPlainFor(field, value))
    .slice(0, mostTried)
    .map((value) => ({ field, values: [value] }));

function firstOf<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Values of a field that are tried for how many records they find. */
const mostTried = 10;

/** The clause on whether a filter for a value that is shown may be rejected. */
const clauseOf = (contract: Contract, value: string): string => {
  const { id } = focusOf(contract);
  if (isSurelyTaken(value)) return clauseId(id, 'filter-served');
  return value.includes(' ') ? clauseId(id, 'filter-inner-space') : clauseId(id, 'filter-short-value');
};

/** Sends a filter for a value that a collection shows, and reports and returns whether it was accepted. */
export const sendFilterFor = (
  context: ExperimentContext,
  collection: Collection,
  find: FoundValue,
  query: Query = wholeQuery,
): Promise<boolean> =>
  sendDueFilter(context, collection, filterOfValue(find), query, {
    clause: clauseOf(context.contract, find.value),
    shownOn: find.page,
    still: (page) => matchesOn(page, find) >= matchesOn(find.page, find),
  });

const matchesOn = ({ items }: Page, { attribute, value, item }: FoundValue): number =>
  items.filter((one) => (attribute === 'id' ? one.id === item.id : shownValue(one, attribute) === value))
    .length;

/** Sends a filter for a value that no record has, and reports and returns whether it was accepted. */
export const sendFilterForNone = (
  context: ExperimentContext,
  collection: Collection,
  attribute: Attribute,
  shownOn: Page,
  query: Query,
): Promise<boolean> =>
  sendDueFilter(
    context,
    collection,
    filterFor(shownOn.query.list, attribute, unusedValue(attribute)),
    query,
    {
      clause: clauseInFocus(context.contract, 'filter-none-rejected'),
      shownOn,
    },
  );

export const sendFilter = (
  context: ExperimentContext,
  collection: Collection,
  filter: string,
  query: Query = wholeQuery,
): Promise<RunExchange> => context.exchange(listingRequest(context, collection, { ...query, filter }));

/** Sends a filter for several ids, and reports whether it was accepted. Returns whether it was rejected. */
export async function sendListFilter(
  context: ExperimentContext,
  collection: Collection,
  ids: readonly string[],
  shownOn: Page,
  declined?: NotApplicable,
): Promise<boolean> {
  const filter = listFilter(shownOn.query.list, ids);
  const request = listingRequest(context, collection, { ...wholeQuery, filter });
  const exchange = await context.exchange(request);
  const notApplicable = wasRejected(exchange) ? declined : undefined;
  const about = {
    clause: clauseInFocus(context.contract, 'filter-in-list'),
    what: `the filter ${filterFor(shownOn.query.list, 'id', '…')} with ${ids.length} ids`,
  };
  await report(context, exchange, { ...about, shownOn, notApplicable });
  return wasRejected(exchange);
}

type Taking = {
  readonly clause: string;
  readonly what?: string;
  readonly shownOn: Page;
  /** Whether that page, when it is read again, still shows what the filter looks for. */
  readonly still?: (page: Page) => boolean;
  readonly notApplicable?: NotApplicable | undefined;
};

export async function sendDueFilter(
  context: ExperimentContext,
  collection: Collection,
  filter: string,
  query: Query,
  taking: Taking,
  recode: (request: HttpRequest) => HttpRequest = (request) => request,
): Promise<boolean> {
  const request = recode(listingRequest(context, collection, { ...query, filter }));
  const exchange = await context.exchange({ ...request, isDue: true });
  // A request beyond the bounds of pages may be rejected for that.
  const { limit, offset, bounds } = queryOf(context.contract, request);
  if ((limit ?? 1) <= bounds.widest && (offset ?? 0) <= bounds.farthest)
    await report(context, exchange, { what: `the filter ${filter}`, ...taking });
  await shrink(context, collection, filter, query, exchange);
  return wasAccepted(exchange);
}

/** Sends a filter that need not be accepted; if it finds too much, also in small pages. */
export async function sendShrinking(
  context: ExperimentContext,
  collection: Collection,
  filter: string,
  query: Query,
): Promise<void> {
  await shrink(context, collection, filter, query, await sendFilter(context, collection, filter, query));
}

/** Reads the smallest page of a filter that shows a record which it does not look for, if it was accepted. */
async function shrink(
  context: ExperimentContext,
  collection: Collection,
  filter: string,
  query: Query,
  exchange: RunExchange,
): Promise<void> {
  const sought = readSought(listOf(context.contract), filter);
  const { limit, offset } = queryOf(context.contract, exchange.request);
  if (sought && limit !== undefined && offset !== undefined && wasAccepted(exchange))
    await smallestPage(
      context,
      collection,
      { ...query, filter, limit, offset },
      (page) => page?.items.some((item) => findingOfItem(sought, item) === 'never') === true,
    );
}

const report = (
  context: ExperimentContext,
  exchange: RunExchange,
  { clause, what = '', shownOn, still, notApplicable }: Taking,
): Promise<void> =>
  reportRead(
    context,
    {
      operation: focusOf(context.contract).id,
      clause,
      what,
      exchange,
      before: shownOn.exchange,
      notApplicable,
    },
    (control) => control.page === undefined || !still || still(control.page),
  );
