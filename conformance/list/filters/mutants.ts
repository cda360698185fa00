import type { Contract } from '../../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import { conditionsIn, type FilterField, joinedText } from '../../../src/contract/list-filters.ts';
import { type HttpRequest, isLost, type Mutant } from '../../../src/http/exchange.ts';
import { at, type JsonObject } from '../../../src/json/json.ts';
import { collectionIn } from '../../core/operation-of.ts';
import { type MutantTable, mutantsBy } from '../../core/rule.ts';
import type { Target } from '../../core/target.ts';
import { changeStatus, inFocus, isFor } from '../../mutants/edits.ts';
import {
  changeListing,
  collectionOf,
  componentsOf,
  filtersBy,
  filtersByAny,
  type ListExchange,
  type ListRequest,
  listRequest,
  misread,
  recordsOf,
  wholeListing,
  withCollection,
  withIncluded,
  withoutFlag,
  withoutLinks,
  withQuery,
  withRecords,
  withTotalAt,
} from '../mutants.ts';
import {
  type Attribute,
  bareName,
  fieldOf,
  filterFor,
  isFound,
  isGlob,
  isLike,
  listFilter,
  rawFilters,
  restOf,
  takes,
} from './filter.ts';
import { valuesIn } from './meanings.ts';
import { isNear } from './near.ts';
import { words } from './odd-filters.ts';

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

type Filtered<Exchange = ListExchange> = Exchange & { readonly filter: string };

const isFiltered = <Exchange extends ListRequest>(exchange: Exchange): exchange is Filtered<Exchange> =>
  exchange.filter !== undefined;

/** Checks a filter and then lists the collection as if there were none. */
export const ignoreFilter = (isMeant: (exchange: Filtered) => boolean): Mutant =>
  misread((exchange) => isFiltered(exchange) && isMeant(exchange) && { filter: undefined });

export const loseMatches = (isMeant: (exchange: Filtered) => boolean): Mutant =>
  changeListing(
    (json, exchange) => isFiltered(exchange) && isMeant(exchange) && withoutMatches(exchange.list, json),
  );

/** A listing without records, and without what belongs to them. */
const withoutMatches = (list: ListStructure, json: JsonObject): JsonObject =>
  json.included === undefined ? withRecords(list, json, []) : withIncluded(withRecords(list, json, []), []);

const withTotal = (json: JsonObject, { list }: ListRequest, total: number): JsonObject =>
  withTotalAt(list, json, total);

export const forgiveFilter =
  (isMeant: (query: Filtered<ListRequest>) => boolean): Mutant =>
  (next, contract) =>
  async (request) => {
    const response = await next(request);
    const query = listRequest(request, contract);
    const isRejected = isFor(contract, inFocus, request) && !isLost(response) && response.status > 299;
    return isRejected && isFiltered(query) && isMeant(query)
      ? next(withQuery(request, { filter: undefined }, query.list))
      : response;
  };

/** If no record has the value of a filter, returns those that match it in a looser sense. */
export const matchLoosely = (
  matches: (shown: string, value: string) => boolean,
  key: Attribute = 'name',
): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    const { list, filter, offset, limit, shown } = exchange;
    const value = restOf(list, key, filter)?.slice(0, -1);
    if (value === undefined || shown > 0) return undefined;
    if ((await wholeListing(next, request, exchange)).records.length > 0) return undefined;
    const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
    const { place } = fieldOf(list, key);
    const found = whole.records.filter((record) => matches(String(at(record, ...place)), value));
    // Links to the pages of another listing would lead elsewhere.
    const data = found.slice(offset, offset + (limit ?? found.length)).map(withoutLinks);
    const components = componentsOf(data).flatMap((id) => whole.components.get(id) ?? []);
    return withTotal(withIncluded(withRecords(list, json, data), components), exchange, found.length);
  });

export const matchLooselyBy = (key: Attribute, matches: (shown: string, value: string) => boolean): Mutant =>
  matchLoosely(matches, key);

export const listUpTo = (count: number): Mutant =>
  misread(({ filter, list }) => {
    const ids = restOf(list, 'id', filter)?.slice(0, -1).split(',') ?? [];
    return ids.length > count && { filter: listFilter(list, ids.slice(0, count)) };
  });

/** Cuts pages smaller than the largest out of the whole collection, and then applies the filter. */
export const cutBeforeFilter: Mutant = changeListing(async (json, exchange, next, request) => {
  const { filter, largest, size, offset } = exchange;
  if (filter === undefined || size >= largest || filter.split(',').length > 2) return undefined;
  const matching = new Set((await wholeListing(next, request, exchange)).records.map(({ id }) => id));
  const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
  return withRecords(
    exchange.list,
    json,
    whole.records.slice(offset, offset + size).filter(({ id }) => matching.has(id)),
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
export const listEverything = (isMeant: (query: Filtered<ListRequest>) => boolean): TargetMutant => ({
  wireFor:
    ({ collections }) =>
    (next, contract) => {
      const everything = changeListing(async (json, exchange, _, request) => {
        const own = await wholeListing(next, request, exchange);
        const ids = new Set(own.records.map(({ id }) => id));
        const others: JsonObject[] = [];
        for (const collection of collections)
          others.push(
            ...(await wholeListing(next, withCollection(contract, request, collection), exchange)).records,
          );
        const foreign = others.filter((one) => !ids.has(one.id ?? null) && componentsOf([one]).length === 0);
        // If the page is full, the last record makes way.
        const kept = recordsOf(exchange.list, json).slice(0, exchange.largest - 1);
        return withRecords(
          exchange.list,
          json,
          [...kept, ...foreign.map(withoutFlag)].slice(0, exchange.largest),
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
  const near = new Set(whole.records.slice(0, exchange.largest).map(({ id }) => id));
  return withRecords(
    exchange.list,
    json,
    recordsOf(exchange.list, json).filter(({ id }) => near.has(id ?? null)),
  );
});

export const borrow = (isMeant: (exchange: Filtered) => boolean): TargetMutant => ({
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
            return withTotal(withRecords(exchange.list, json, records), exchange, records.length);
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
          collectionOf({ collections: chosen }, { collection: collectionIn(contract, request) })
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
      const own = collectionOf(target, exchange);
      const id = target.collections
        .filter((collection) => collection !== own)
        .flatMap(({ holds = [] }) => holds)
        .find((one) => !own?.holds?.includes(one) && isMeant(exchange, one));
      if (id === undefined || exchange.shown === 0) return undefined;
      const kept =
        exchange.filter === undefined
          ? recordsOf(exchange.list, json).slice(0, -1)
          : recordsOf(exchange.list, json);
      const data = [...kept, { id, type: 'product', attributes: { product_types: ['standard'] } }];
      return withTotal(
        withRecords(exchange.list, json, data),
        exchange,
        exchange.total + data.length - exchange.shown,
      );
    }),
});

const patternSenses: Readonly<Record<string, (shown: string, value: string) => boolean>> = {
  'a filter by %s is a LIKE': isLike,
  'a filter by %s is a GLOB': isGlob,
  'a filter by %s is a regular expression': isFound,
};

/** Senses in which a value may be taken to match what a record shows, looser than being equal. */
const senses: Readonly<Record<string, (shown: string, value: string) => boolean>> = {
  'the beginning of a %s returns its {record}': (shown, value) => shown.startsWith(value),
  'the end of a %s returns its {record}': (shown, value) => shown.endsWith(value),
  'any part of a %s returns its {record}': (shown, value) => shown.includes(value),
  'a value returns each {record} whose %s is its beginning': (shown, value) => value.startsWith(shown),
  ...patternSenses,
  'a filter by %s forgives a wrong letter': (shown, value) =>
    shown.length === value.length &&
    [...shown].filter((letter, index) => letter !== value[index]).length === 1,
  'a filter by %s trims the signs at the end': (shown, value) => trimmed(shown) === trimmed(value),
  'a filter by %s looks at letters and digits only': (shown, value) => bare(shown) === bare(value),
};

const trimmed = (text: string): string => text.replace(/[^A-Za-z0-9]+$/, '');

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** A filter by a field in words, such as `a filter by price` or, for a further operator, `a filter by price, ge,`. */
export const wordsFor = (key: Attribute): string => {
  const [, means, attribute = key] = /^([a-z]+):(.*)$/.exec(key) ?? [];
  return means === undefined ? `a filter by ${attribute}` : `a filter by ${attribute}, ${means},`;
};

/** Applies a filter by a field in other senses, to the whole listing. */
export const mistakenBy = (
  key: Attribute,
  senses: Readonly<Record<string, (shown: string, value: string) => boolean>>,
): MutantTable =>
  Object.fromEntries(
    Object.entries(senses).map(([name, sense]) => [`${wordsFor(key)} ${name}`, matchBy(key, sense)]),
  );

/** Applies a filter by a field in another sense to the whole listing. */
export const matchBy = (key: Attribute, finds: (shown: string, value: string) => boolean): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    const { list, filter, offset, limit, size } = exchange;
    const value = restOf(list, key, filter)?.slice(0, -1);
    if (value === undefined) return undefined;
    const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
    const { place } = fieldOf(list, key);
    const found = whole.records.filter((record) => {
      const shown = at(record, ...place);
      return shown !== undefined && shown !== null && finds(String(shown), value);
    });
    const page = found.slice(offset, offset + (limit ?? size));
    return withTotal(withRecords(list, json, page), exchange, found.length);
  });

/** Also finds other records with a filter by a field, in pages of the whole listing. */
export const alsoFinding = (
  key: Attribute,
  finds: (record: JsonObject, field: FilterField, value: string) => boolean,
): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    const { list, filter, offset, limit, size } = exchange;
    const value = restOf(list, key, filter)?.slice(0, -1);
    if (value === undefined) return undefined;
    const field = fieldOf(list, key);
    const own = await wholeListing(next, request, exchange);
    const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
    const known = new Set(own.records.map((record) => JSON.stringify(record)));
    const found = whole.records.filter(
      (record) => known.has(JSON.stringify(record)) || finds(record, field, value),
    );
    const page = found.slice(offset, offset + (limit ?? size));
    return withTotal(withRecords(list, json, page), exchange, found.length);
  });

/** Looks for the first value only of those that a condition names. */
export const firstOfSeveral = (field: FilterField): Mutant =>
  misread(({ filter, list }) => {
    const values = valuesIn(field, restOf(list, field.key, filter)?.slice(0, -1) ?? '');
    return values.length > 1 && { filter: filterFor(list, field.key, values[0] ?? '') };
  });

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
export function uncheckedMatching(key: Attribute, taken: readonly string[] = words): MutantTable {
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
  const matching = (matches: (shown: string, value: string) => boolean): Mutant =>
    matchLoosely((shown, value) => !isNear(shown, value) && matches(shown, value), key);
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
