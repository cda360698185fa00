import type { Contract } from '../../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import { conditionsIn, type FilterField, joinedText } from '../../../src/contract/list-filters.ts';
import type { HttpRequest, Mutant } from '../../../src/http/exchange.ts';
import { at, type JsonObject } from '../../../src/json/json.ts';
import { collectionIn } from '../../core/operation-of.ts';
import { type MutantTable, mutantsBy } from '../../core/rule.ts';
import { wasRejected } from '../../core/status.ts';
import type { Target } from '../../core/target.ts';
import { changeStatus, inFocus, isFor } from '../../mutants/edits.ts';
import { isNear } from '../compare-values.ts';
import {
  bareRecord,
  changeListing,
  filtersBy,
  filtersByAny,
  idIn,
  type ListExchange,
  type ListRequest,
  listRequest,
  misread,
  namedBy,
  recordsOf,
  requestedCollection,
  wholeListing,
  withCollection,
  withoutLinks,
  withoutPin,
  withPage,
  withQuery,
  withRecords,
  withTotalAt,
} from '../mutants.ts';
import {
  type Attribute,
  bareName,
  filterFieldOf,
  filterFor,
  isFound,
  isGlob,
  isLike,
  rawFilters,
  restOf,
  takes,
} from './filter.ts';
import { filterText, filterValues } from './meanings.ts';
import { oddWords } from './odd-filters.ts';
import type { Sense } from './senses.ts';

type TargetMutant = { readonly wireFor: (target: Target) => Mutant };

export const rejectEncoded = (sign: string): Mutant =>
  changeStatus(inFocus, (status, request, contract) => (isEncoded(contract, request, sign) ? 400 : status));

export const ignoreEncoded =
  (sign: string): Mutant =>
  (next, contract) =>
  (request) =>
    next(
      isEncoded(contract, request, sign)
        ? withQuery(request, { filter: undefined }, listOf(contract))
        : request,
    );

const isEncoded = (contract: Contract, request: HttpRequest, sign: string): boolean =>
  isFor(contract, inFocus, request) &&
  rawFilters(request.target).some((filter) => filter.toUpperCase().includes(sign));

type FilteredExchange<Exchange = ListExchange> = Exchange & { readonly filter: string };

const isFiltered = <Exchange extends ListRequest>(
  exchange: Exchange,
): exchange is FilteredExchange<Exchange> => exchange.filter !== undefined;

/** Checks a filter and then lists the collection as if there were none. */
export const ignoreFilter = (isMeant: (exchange: FilteredExchange) => boolean): Mutant =>
  misread((exchange) => isFiltered(exchange) && isMeant(exchange) && { filter: undefined });

const none = { records: [], included: new Map() };

export const loseMatches = (isMeant: (exchange: FilteredExchange) => boolean): Mutant =>
  changeListing(
    (json, exchange) => isFiltered(exchange) && isMeant(exchange) && withPage(exchange.list, json, none),
  );

export const forgiveFilter =
  (isMeant: (query: FilteredExchange<ListRequest>) => boolean): Mutant =>
  (next, contract) =>
  async (request) => {
    const response = await next(request);
    const query = listRequest(request, contract);
    return isFor(contract, inFocus, request) &&
      wasRejected({ request, response }) &&
      isFiltered(query) &&
      isMeant(query)
      ? next(withQuery(request, { filter: undefined }, query.list))
      : response;
  };

/** The value that a request looks for in a field; undefined if it has another filter, or another condition, too. */
const valueIn = ({ list, filter }: ListExchange, key: Attribute): string | undefined =>
  (conditionsIn(filter ?? '')?.conditions.length ?? 1) > 1
    ? undefined
    : restOf(list, key, filter)?.slice(0, -1);

type Refiltered = { readonly field: FilterField; readonly value: string; readonly isFound: boolean };

/** Lists what a filter by a field finds in another sense; with `isLoose`, only if it finds nothing. */
const refilter = (
  key: Attribute,
  finds: (record: JsonObject, sought: Refiltered) => boolean,
  isLoose = false,
): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    const { list, offset, limit, size, shown } = exchange;
    const value = valueIn(exchange, key);
    if (value === undefined || (isLoose && shown > 0)) return undefined;
    const own = new Set(
      (await wholeListing(next, request, exchange)).records.map((one) => JSON.stringify(one)),
    );
    if (isLoose && own.size > 0) return undefined;
    const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
    const field = filterFieldOf(list, key);
    const found = whole.records.filter((record) =>
      finds(record, { field, value, isFound: own.has(JSON.stringify(record)) }),
    );
    // Links to the pages of another listing would lead elsewhere.
    const records = found.slice(offset, offset + (limit ?? size)).map(withoutLinks);
    return withTotalAt(list, withPage(list, json, { ...whole, records }), found.length);
  });

const inSense =
  (sense: Sense) =>
  (record: JsonObject, { field: { place }, value }: Refiltered): boolean => {
    const shown = at(record, ...place) ?? null;
    return shown !== null && sense(Array.isArray(shown) ? JSON.stringify(shown) : String(shown), value);
  };

/** Applies a filter by a field in another sense to the whole listing. */
export const matchBy = (key: Attribute, sense: Sense): Mutant => refilter(key, inSense(sense));

/** If no record has the value of a filter, returns those that match it in a looser sense. */
export const matchLoosely = (key: Attribute, sense: Sense): Mutant => refilter(key, inSense(sense), true);

/** Also finds other records with a filter by a field. */
export const alsoFinding = (
  key: Attribute,
  finds: (record: JsonObject, field: FilterField, value: string) => boolean,
): Mutant => refilter(key, (record, { field, value, isFound }) => isFound || finds(record, field, value));

/** Looks for the first few values only of those that a condition names. */
export const firstValues = (key: Attribute, count: number): Mutant =>
  misread((exchange) => {
    const value = valueIn(exchange, key);
    if (value === undefined) return undefined;
    const field = filterFieldOf(exchange.list, key);
    const values = filterValues(field, value);
    return (
      values.length > count && {
        filter: filterFor(exchange.list, key, filterText(field, values.slice(0, count))),
      }
    );
  });

/** Cuts pages smaller than the largest out of the whole collection, and then applies the filter. */
export const cutBeforeFilter: Mutant = changeListing(async (json, exchange, next, request) => {
  const { filter, largest, size, offset } = exchange;
  if (filter === undefined || size >= largest || filter.split(',').length > 2) return undefined;
  const { list } = exchange;
  const { records } = await wholeListing(next, request, exchange);
  const matching = new Set(records.map((one) => idIn(list, one)));
  const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
  const cut = whole.records.slice(offset, offset + size);
  return withRecords(
    list,
    json,
    cut.filter((one) => matching.has(idIn(list, one))),
  );
});

export const shortOfOne: Mutant = changeListing(async (json, exchange, next, request) => {
  const { limit, offset } = exchange;
  if (!filtersByAny(exchange, 'eq') || limit === undefined) return undefined;
  const whole = await wholeListing(next, request, exchange);
  return (
    whole.records.length > offset + limit &&
    withRecords(exchange.list, json, recordsOf(exchange.list, json).slice(1))
  );
});

/** Lists the records of every collection of the target, those of the requested one first, instead of applying some filters. */
export const listEverything = (isMeant: (query: FilteredExchange<ListRequest>) => boolean): TargetMutant => ({
  wireFor:
    ({ collections }) =>
    (next, contract) => {
      const everything = changeListing(async (json, exchange, _, request) => {
        const own = await wholeListing(next, request, exchange);
        const ids = new Set(own.records.map((one) => idIn(exchange.list, one)));
        const others: JsonObject[] = [];
        for (const collection of collections)
          others.push(
            ...(await wholeListing(next, withCollection(contract, request, collection), exchange)).records,
          );
        const foreign = others.filter(
          (one) => !ids.has(idIn(exchange.list, one)) && namedBy(exchange.list, [one]).length === 0,
        );
        // If the page is full, the last record makes way.
        const kept = recordsOf(exchange.list, json).slice(0, exchange.largest - 1);
        return withRecords(
          exchange.list,
          json,
          [...kept, ...foreign.map((record) => withoutPin(exchange.list, record))].slice(0, exchange.largest),
        );
      })(next, contract);
      return (request) => {
        const query = listRequest(request, contract);
        return isFiltered(query) && isMeant(query)
          ? everything(withQuery(request, { filter: undefined }, query.list))
          : next(request);
      };
    },
});

export const firstMatch: Mutant = changeListing(
  (json, exchange) =>
    filtersBy(exchange, 'name') &&
    withRecords(exchange.list, json, recordsOf(exchange.list, json).slice(0, 1)),
);

export const filterFirstPage: Mutant = changeListing(async (json, exchange, next, request) => {
  if (!filtersBy(exchange, 'id', /^[^,]+$/)) return undefined;
  const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
  const { list, largest } = exchange;
  const near = new Set(whole.records.slice(0, largest).map((one) => idIn(list, one)));
  return withRecords(
    list,
    json,
    recordsOf(list, json).filter((one) => near.has(idIn(list, one))),
  );
});

export const borrow = (isMeant: (exchange: FilteredExchange) => boolean): TargetMutant => ({
  wireFor:
    ({ collections }) =>
    (next, contract) =>
      changeListing(async (json, exchange, _, request) => {
        if (!isFiltered(exchange) || !isMeant(exchange) || exchange.filter.split(',').length > 2)
          return undefined;
        if (exchange.shown > 0) return undefined;
        if ((await wholeListing(next, request, exchange)).records.length > 0) return undefined;
        for (const collection of collections) {
          const { records } = await wholeListing(
            next,
            withCollection(contract, request, collection),
            exchange,
          );
          if (records.length > 0)
            return withTotalAt(exchange.list, withRecords(exchange.list, json, records), records.length);
        }
        return undefined;
      })(next, contract),
});

const onCollections =
  (isMeant: (place: number) => boolean) =>
  (fault: Mutant): TargetMutant => ({
    wireFor:
      ({ collections }) =>
      (next, contract) => {
        const faulty = fault(next, contract);
        const chosen = collections.filter((_, place) => isMeant(place));
        return (request) =>
          requestedCollection({ collections: chosen }, { collection: collectionIn(contract, request) })
            ? faulty(request)
            : next(request);
      },
  });

const onEveryOtherCollection = onCollections((place) => place % 2 === 1);

export const onSecondCollection = onCollections((place) => place === 1);

/** Shows a live record of another collection at the end of some pages; without a filter, instead of the last. */
export const foreignRecordWhere = (
  isMeant: (exchange: ListExchange, id: string) => boolean,
): TargetMutant => ({
  wireFor: (target) =>
    changeListing((json, exchange) => {
      const own = requestedCollection(target, exchange);
      const id = target.collections
        .filter((collection) => collection !== own)
        .flatMap(({ holds = [] }) => holds)
        .find((one) => !own?.holds?.includes(one) && isMeant(exchange, one));
      if (id === undefined || exchange.shown === 0) return undefined;
      const kept =
        exchange.filter === undefined
          ? recordsOf(exchange.list, json).slice(0, -1)
          : recordsOf(exchange.list, json);
      const data = [...kept, bareRecord(exchange.list, id)];
      const total = exchange.total + data.length - exchange.shown;
      return withTotalAt(exchange.list, withRecords(exchange.list, json, data), total);
    }),
});

const patternSenses: Readonly<Record<string, Sense>> = {
  'a filter by %s is a LIKE': isLike,
  'a filter by %s is a GLOB': isGlob,
  'a filter by %s is a regular expression': isFound,
};

/** Senses in which a value may be taken to match what a record shows, looser than being equal. */
const senses: Readonly<Record<string, Sense>> = {
  'the beginning of a %s returns its {record}': (shown, value) => shown.startsWith(value),
  'the end of a %s returns its {record}': (shown, value) => shown.endsWith(value),
  'any part of a %s returns its {record}': (shown, value) => shown.includes(value),
  'a value returns each {record} whose %s is its beginning': (shown, value) => value.startsWith(shown),
  ...patternSenses,
  'a filter by %s forgives a wrong letter': (shown, value) =>
    shown.length === value.length &&
    [...shown].filter((letter, index) => letter !== value[index]).length === 1,
  'a filter by %s trims the signs at the end': (shown, value) => trimmed(shown) === trimmed(value),
  'a filter by %s looks at letters and digits only': (shown, value) => asSlug(shown) === asSlug(value),
};

const trimmed = (text: string): string => text.replace(/[^A-Za-z0-9]+$/, '');

const asSlug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** A filter by a field in words, such as `a filter by price` or, for a further operator, `a filter by price, ge,`. */
export const wordsFor = (key: Attribute): string => {
  const [, named, attribute = key] = /^(.*):(.*)$/.exec(key) ?? [];
  return named === undefined ? `a filter by ${attribute}` : `a filter by ${attribute}, ${named},`;
};

/** Applies a filter by a field in other senses, to the whole listing. */
export const mistakenBy = (key: Attribute, senses: Readonly<Record<string, Sense>>): MutantTable =>
  Object.fromEntries(
    Object.entries(senses).map(([name, sense]) => [`${wordsFor(key)} ${name}`, matchBy(key, sense)]),
  );

/** The filter with only one of its conditions. */
export function onlyCondition(
  list: ListStructure,
  filter: string | undefined,
  index: number,
): { readonly filter: string } | false {
  const conditions = filter === undefined ? [] : (conditionsIn(filter)?.conditions ?? []);
  const only = conditions[index];
  return conditions.length > 1 && only !== undefined && list.filter !== undefined
    ? { filter: joinedText({ conditions: [only] }) }
    : false;
}

/** Filters that are accepted and not applied, whatever their operator means. */
export function uncheckedMatching(key: Attribute, taken: readonly string[] = oddWords): MutantTable {
  const attribute = bareName(key);
  return {
    [`${wordsFor(key)} is checked but not applied`]: ignoreFilter((exchange) =>
      filtersBy(exchange, key, /^[^'"]*$/),
    ),
    ...Object.fromEntries(
      taken.map((word) => [
        `the ${attribute} ${word} is taken for none`,
        ignoreFilter(({ filter, list }) => takes(list, key) && filter === filterFor(list, key, word)),
      ]),
    ),
  };
}

export function looseMatching(key: Attribute): MutantTable {
  const attribute = bareName(key);
  // Another rule covers letter case.
  const matching = (matches: Sense): Mutant =>
    matchLoosely(key, (shown, value) => !isNear(shown, value) && matches(shown, value));
  const named = <T>(table: Readonly<Record<string, T>>, suffix = ''): Readonly<Record<string, T>> =>
    Object.fromEntries(
      Object.entries(table).map(([name, fault]) => [name.replace('%s', () => attribute) + suffix, fault]),
    );
  return {
    ...uncheckedMatching(key),
    ...mutantsBy(
      (matches) => onEveryOtherCollection(matching(matches)),
      named(patternSenses, ', on every other collection'),
    ),
    ...mutantsBy(matching, named(senses)),
  };
}
