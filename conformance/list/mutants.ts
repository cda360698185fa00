import { hash } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import {
  isChained,
  type ListStructure,
  listOf,
  type PageBounds,
  type Relation,
} from '../../src/contract/list.ts';
import { filterIn, filterPairs, isFilterName, type Meaning } from '../../src/contract/list-filters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Place } from '../../src/contract/places.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Mutant,
  queryIn,
  type Transport,
  withBody,
} from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import {
  at,
  instances,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
  withoutAt,
} from '../../src/json/json.ts';
import { baseOf, collectionIn } from '../core/operation-of.ts';
import { type Searched, valueAt } from '../core/read-place.ts';
import { isAccepted } from '../core/status.ts';
import { type Collection, type CollectionName, isSameCollection, type Target } from '../core/target.ts';
import { changeStatus, frozen, inFocus, isFor, onResponse, withHeader, withJson } from '../mutants/edits.ts';
import { type Attribute, attributesThat, restOf } from './filters/filter.ts';
import { inHeader, type RelationPlaces, relationPlaces } from './links/read-links.ts';
import { createPositions, type Positions } from './positions.ts';
import { listingPath, readQueryOf, selectionOf, writtenPlace } from './query.ts';
import { isPinned, noteNext } from './read-page.ts';

export type ListRequest = PageBounds & {
  readonly path: string;
  readonly collection: CollectionName | undefined;
  readonly filter: string | undefined;
  /** The further parameters of the contract. */
  readonly further: URLSearchParams;
  readonly limit: number | undefined;
  /** The limit, or the largest there is. */
  readonly size: number;
  readonly offset: number;
  readonly hasOffset: boolean;
  readonly list: ListStructure;
};

/** The same, with the total of the conforming response, and how many records are on its page. */
export type ListExchange = ListRequest & { readonly total: number; readonly shown: number };

type MutantQuery = Partial<Pick<ListRequest, 'filter' | 'further' | 'limit' | 'offset'>>;

/** Returned by a fault that leaves a response as it is. */
type Unchanged = false | undefined;

export type Fault<Result, Exchange = ListExchange> = (exchange: Exchange) => Result | Unchanged;

/** Limits a fault to requests without a filter and further parameters. */
export const unfiltered =
  <Result, Exchange extends ListExchange>(fault: Fault<Result, Exchange>): Fault<Result, Exchange> =>
  (exchange) =>
    exchange.filter === undefined && exchange.further.size === 0 && fault(exchange);

/** A fault of filtered pages only. */
export const filtered =
  <Result, Exchange extends ListExchange>(fault: Fault<Result, Exchange>): Fault<Result, Exchange> =>
  (exchange) =>
    exchange.filter !== undefined && fault(exchange);

export const listRequest = (
  request: HttpRequest,
  contract: Contract,
  positions?: Positions,
): ListRequest => ({
  ...readListTarget(request, listOf(contract), positions),
  collection: collectionIn(contract, request),
});

function readListTarget(
  { target }: HttpRequest,
  list: ListStructure,
  positions?: Positions,
): Omit<ListRequest, 'collection'> {
  const { names, bounds, further, firstPage, outputToken } = list;
  const [path = '', query = ''] = target.split('?');
  const search = new URLSearchParams(query);
  const limit = search.has(names.limit) ? Number(search.get(names.limit)) : undefined;
  // Faults also read offsets that are not plain, such as negative ones.
  const isOffset = firstPage === undefined && outputToken === undefined;
  return {
    path,
    filter: filterIn(list, search)[0],
    further: new URLSearchParams([...search].filter(([name]) => further.some((one) => one.name === name))),
    limit,
    size: limit ?? list.usual ?? bounds.largest,
    offset: isOffset
      ? Number(search.get(names.offset) ?? 0)
      : (readQueryOf(list, target, positions).offset ?? 0),
    hasOffset: search.has(names.offset),
    list,
    ...bounds,
  };
}

/** Whether a request filters by an attribute, and what follows the first comma of the filter has a form; by default any. */
export function filtersBy(
  { filter, list }: Pick<ListRequest, 'filter' | 'list'>,
  key: Attribute,
  form?: RegExp,
): boolean {
  const rest = restOf(list, key, filter);
  return rest !== undefined && (form === undefined || form.test(rest));
}

export const filtersByAny = (query: ListRequest, means?: Meaning, form?: RegExp): boolean =>
  attributesThat(query.list, means).some((key) => filtersBy(query, key, form));

/** Whether a request filters by a list of ids. */
export const filtersByList = (query: ListRequest): boolean => filtersBy(query, 'id', /,/);

/** The same request with another query; undefined leaves a parameter out. */
export function withQuery(
  request: HttpRequest,
  query: MutantQuery,
  list: ListStructure,
  positions?: Positions,
): HttpRequest {
  const { path, filter, further, limit, offset } = { ...readListTarget(request, list, positions), ...query };
  const asked = queryIn(request.target);
  const own = [list.names.limit, list.names.offset, ...list.further.map(({ name }) => name)];
  // What names the collection or lets the request in stays.
  const isOwn = (name: string): boolean =>
    own.includes(name) || (list.filter !== undefined && isFilterName(list.filter, name));
  const kept = [...asked].filter(([name]) => !isOwn(name));
  const search = new URLSearchParams([...kept, ...further]);
  if (filter !== undefined) for (const [name, value] of filterPairs(list, filter)) search.append(name, value);
  if (limit !== undefined && list.names.limit !== '') search.set(list.names.limit, String(limit));
  const target = `${path}?${search}`;
  const known = positions?.tokenAt(selectionOf(readQueryOf(list, target), target), offset);
  const place =
    known ??
    (isChained(list) && offset > 0 ? asked.get(list.names.offset) : writtenPlace(list, offset, limit));
  if (list.names.offset !== '' && place !== undefined && place !== null)
    search.set(list.names.offset, String(place));
  return { ...request, target: `${path}?${search}` };
}

/** The collection of a target that a request names. */
export const requestedCollection = (
  { collections }: Pick<Target, 'collections'>,
  { collection }: Pick<ListRequest, 'collection'>,
): Collection | undefined => collection && collections.find((one) => isSameCollection(one, collection));

/** The same request for another collection. */
export function withCollection(
  contract: Contract,
  request: HttpRequest,
  collection: CollectionName,
): HttpRequest {
  const { pathParameters, list } = operationIn(contract, collection.operation);
  const [address = '', query] = request.target.split('?');
  const path = (baseOf(contract, address) ?? '') + listingPath(contract, collection);
  if (query === undefined) return { ...request, target: path };
  const search = new URLSearchParams(query);
  for (const [index, name] of (list?.required ?? []).entries())
    search.set(name, collection.values[pathParameters.length + index] ?? '');
  return { ...request, target: `${path}?${list?.required.length ? search : query}` };
}

type ServedListing = {
  readonly response: HttpResponse;
  readonly json: JsonObject;
  readonly exchange: ListExchange;
  readonly next: Transport;
  readonly request: HttpRequest;
};

type Eventually<T> = T | Promise<T>;

const changeServed =
  (change: (served: ServedListing) => Eventually<HttpResponse | Unchanged>): Mutant =>
  (next, contract) => {
    const positions = createPositions();
    return async (request) => {
      const response = await next(request);
      const query = listRequest(request, contract, positions);
      const { list } = query;
      const json =
        isFor(contract, inFocus, request) && !isLost(response) ? listingIn(list, response) : undefined;
      if (json === undefined || isLost(response)) return response;
      const searched = { json, headers: response.headers };
      const shown = recordsOf(list, json).length;
      noteNext(positions, readQueryOf(list, request.target, positions), request.target, shown, searched);
      const exchange = { ...query, total: servedTotal(list, searched), shown };
      return (await change({ response, json, exchange, next, request })) || response;
    };
  };

/** Changes what each page has at a place: undefined leaves it as it is, null in a header removes it. */
export const changePlace =
  (placeOf: (list: ListStructure) => Place | undefined) =>
  (change: Fault<Json, ListExchange & { readonly value: unknown }>): Mutant =>
    changeServed(({ response, json, exchange }) => {
      const place = placeOf(exchange.list);
      if (!place || place.of === 'record') return undefined;
      const value = valueAt(place, { json, headers: response.headers });
      const changed = change({ ...exchange, value });
      if (changed === undefined || changed === value) return undefined;
      return place.of === 'header'
        ? withHeader(response, place.name, changed === null ? null : String(changed))
        : withJson(response, withAt(json, place.path, changed));
    });

/** A mutant that changes the body of each page; it can request other pages of the listing. */
export const changeListing = (
  change: (
    json: JsonObject,
    exchange: ListExchange,
    next: Transport,
    request: HttpRequest,
  ) => Eventually<Json | Unchanged>,
): Mutant =>
  changeServed(async ({ response, json, exchange, next, request }) => {
    const changed = await change(frozen(json), exchange, next, request);
    return changed !== undefined && changed !== false && withJson(response, changed);
  });

export const misread = (wrong: Fault<MutantQuery>): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    const query = wrong(exchange);
    const { list } = exchange;
    const read = query && listingIn(list, (await next(withQuery(request, query, list))) as HttpResponse);
    return read && withRecords(list, read, withLinksOf(list, json, recordsOf(list, read)));
  });

/** Records with the links of the first record of a page. */
function withLinksOf(list: ListStructure, page: JsonObject, records: readonly JsonObject[]): JsonObject[] {
  const places = relationPlaces(list, 'record');
  const [first] = recordsOf(list, page);
  const links = first && tableAt(first, places);
  return links ? records.map((record) => withTable(record, places, links)) : [...records];
}

export const respondWith =
  (status: number) =>
  (isMeant: (exchange: ListExchange) => boolean): Mutant =>
    changeServed(({ response, exchange }) => isMeant(exchange) && { ...response, status });

export const respondWithoutBody = (isMeant: (exchange: ListExchange) => boolean): Mutant =>
  changeServed(
    ({ response, exchange }) => isMeant(exchange) && { ...withBody(response, new Uint8Array()), status: 204 },
  );

export const crashWhere =
  (isMeant: (query: ListRequest, status: number) => boolean): Mutant =>
  (next, contract) =>
    changeStatus(inFocus, (status, request) =>
      isMeant(listRequest(request, contract), status) ? 500 : status,
    )(next, contract);

export const crashIfRejected = (isMeant: (query: ListRequest) => boolean): Mutant =>
  crashWhere((query, status) => [400, 422].includes(status) && isMeant(query));

export const emptyWhere = (isMeant: (values: readonly string[]) => boolean): Mutant =>
  onResponse((response, request, contract) => {
    if (!isMeant(collectionIn(contract, request)?.values ?? [])) return response;
    const list = listOf(contract);
    const empty = withIncluded(list, withTotalAt(list, withRecords(list, {}, []), 0), []);
    return { ...withJson(response, empty), status: 200 };
  });

/** A record of a page, and its index there. */
export type RecordExchange = ListExchange & { readonly record: JsonObject; readonly index: number };

/** Changes the records of each page one by one; null leaves one out. */
export const changeRecords = (change: Fault<JsonObject | null, RecordExchange>): Mutant =>
  changeListing((json, exchange) =>
    withRecords(
      exchange.list,
      json,
      recordsOf(exchange.list, json).flatMap((record, index) => {
        const changed = change({ ...exchange, record, index });
        return changed === null ? [] : changed || record;
      }),
    ),
  );

/** The links of a page or a record by their relations. */
export type LinkTable = { readonly [Name in Relation]?: Json };

/** Changes the links of each page: those of its records, its own, or those of its header. */
export const changeLinks = (change: Fault<LinkTable, ListExchange & { readonly links: LinkTable }>): Mutant =>
  changeServed(({ response, json, exchange }) => {
    const { list } = exchange;
    if (list.links && 'header' in list.links) {
      const links = inHeader(list.links.header, response);
      const changed = change({ ...exchange, links });
      return changed && withHeader(response, list.links.header, linkHeader(changed));
    }
    const [ofRecords, ofPage] = [relationPlaces(list, 'record'), relationPlaces(list, 'body')];
    const changedIn = (value: JsonObject, places: RelationPlaces): JsonObject => {
      const links = tableAt(value, places);
      const changed = links && change({ ...exchange, links });
      return changed ? withTable(value, places, changed) : value;
    };
    const records = recordsOf(list, json).map((record) => changedIn(record, ofRecords));
    const page = ofRecords.length === 0 ? json : withRecords(list, json, records);
    return withJson(response, changedIn(page, ofPage));
  });

/** The links at some places; undefined if there are none. */
function tableAt(value: JsonObject, places: RelationPlaces): LinkTable | undefined {
  const found = places.flatMap(([name, { path }]) => {
    const link = at(value, ...path);
    return typeof link === 'string' || link === null ? [[name, link] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const withTable = (value: JsonObject, places: RelationPlaces, links: LinkTable): JsonObject =>
  places.reduce<JsonObject>((changed, [name, { path }]) => {
    const link = links[name];
    return (link === undefined ? withoutAt(changed, path) : withAt(changed, path, link)) as JsonObject;
  }, value);

/** Links as a header has them (RFC 8288). */
const linkHeader = (links: LinkTable): string | null => {
  const all = Object.entries(links).filter(([, link]) => typeof link === 'string');
  return all.length === 0 ? null : all.map(([name, link]) => `<${link}>; rel="${name}"`).join(', ');
};

export const changeTotal = (change: Fault<number>): Mutant =>
  changePlace(({ total }) => total?.at)((exchange) => {
    const changed = change(exchange);
    return typeof changed === 'number' ? changed : undefined;
  });

/** A page with its records and those that it includes beside them. */
export type IncludedExchange = ListExchange & {
  readonly included: readonly JsonObject[];
  readonly records: readonly JsonObject[];
};

/** Changes which records a page includes beside its own. */
export const changeIncluded = (change: Fault<readonly Json[], IncludedExchange>): Mutant =>
  changeListing((json, exchange) => {
    const changed = change({
      ...exchange,
      included: includedIn(exchange.list, json),
      records: recordsOf(exchange.list, json),
    });
    return changed && withIncluded(exchange.list, json, changed);
  });

/** The records that a page includes beside its own. */
const includedIn = ({ included }: ListStructure, json: Json | undefined): JsonObject[] => {
  const found = included && at(json, ...included.at);
  return Array.isArray(found) ? found : [];
};

/** A page that includes other records beside its own, if the contract has such. */
export const withIncluded = (
  { included }: ListStructure,
  json: JsonObject,
  records: readonly Json[],
): JsonObject => (included ? (withAt(json, included.at, [...records]) as JsonObject) : json);

/** How a mutant rearranges the records of a whole listing, of which it then returns one page. */
export type Arrange = Fault<readonly JsonObject[], ListExchange & { readonly whole: readonly JsonObject[] }>;

/** Rearranges the whole listing of a collection and cuts the page out of it. */
export const relist = (arrange: Arrange): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    const { records: whole, included } = await wholeListing(next, request, exchange);
    const arranged = arrange({ ...exchange, whole });
    if (!arranged) return undefined;
    const { list, offset, limit = exchange.shown, largest } = exchange;
    const page = arranged.slice(offset, offset + Math.min(limit, largest));
    return withPage(list, json, { records: withLinksOf(list, json, page), included });
  });

/** A page with other records, and with those that these name if it includes any. */
export function withPage(list: ListStructure, json: JsonObject, { records, included }: Whole): JsonObject {
  const named = namedBy(list, records).flatMap((id) => included.get(id) ?? []);
  const page = withRecords(list, json, records);
  return named.length === 0 && includedIn(list, json).length === 0 ? page : withIncluded(list, page, named);
}

// Rearrange only listings without a filter: those with records that are not pinned, or with none that is.

export const relistOthers = (arrange: Arrange): Mutant =>
  relist(unfiltered((exchange) => !isWholePinned(exchange) && arrange(exchange)));

export const relistUnpinned = (arrange: Arrange): Mutant =>
  relist(unfiltered((exchange) => !hasPinned(exchange) && arrange(exchange)));

/** Changes what a collection contains, and its total. Filters still search all records. */
export function shorten(arrange: Arrange): Mutant {
  const arranged = unfiltered(arrange);
  const counted = changeListing(async (json, exchange, next, request) => {
    const { records: whole } = await wholeListing(next, request, exchange);
    const left = arranged({ ...exchange, whole });
    return left && withTotalAt(exchange.list, json, left.length);
  });
  return (next, contract) =>
    changeRecords(({ record }) => withoutLinks(record))(
      relist(arranged)(counted(next, contract), contract),
      contract,
    );
}

type Whole = { readonly records: JsonObject[]; readonly included: ReadonlyMap<string, JsonObject> };

/** All records of a listing, and those that its pages include beside them. */
export async function wholeListing(
  next: Transport,
  request: HttpRequest,
  { filter, largest, list }: Pick<ListRequest, 'filter' | 'largest' | 'list'>,
): Promise<Whole> {
  const included = new Map<string, JsonObject>();
  const whole: Whole = { records: [], included };
  const positions = createPositions();
  for (let offset = 0; ; ) {
    const asked = withQuery(request, { filter, limit: largest, offset }, list, positions);
    const response = await next(asked);
    const json = isLost(response) ? undefined : listingIn(list, response);
    const page = json ? recordsOf(list, json) : [];
    whole.records.push(...page);
    for (const record of includedIn(list, json)) included.set(String(record.id), record);
    if (isLost(response) || page.length === 0) return whole;
    const searched = { json, headers: response.headers };
    const query = readQueryOf(list, asked.target, positions);
    const isMore = noteNext(positions, query, asked.target, page.length, searched) !== undefined;
    if (isChained(list) ? !isMore : page.length < largest) return whole;
    offset += isChained(list) ? page.length : largest;
  }
}

/** The ids by which records name those that a page includes. */
export const namedBy = ({ included }: ListStructure, records: readonly JsonObject[]): string[] => [
  ...new Set(
    records.flatMap((record) => instances(record, included?.named ?? []).map(({ value }) => String(value))),
  ),
];

const servedTotal = ({ total }: ListStructure, searched: Searched): number =>
  total === undefined ? Number.NaN : Number(valueAt(total.at, searched));

/** A page with another total, if it has one in its body. */
export const withTotalAt = ({ total }: ListStructure, json: JsonObject, changed: number): JsonObject =>
  total?.at.of === 'body' ? (withAt(json, total.at.path, changed) as JsonObject) : json;

/** The records on a page that are JSON objects. */
export function recordsOf({ items }: ListStructure, json: Json): JsonObject[] {
  const found = at(json, ...items);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** A page with other records. */
export const withRecords = (
  { items }: ListStructure,
  json: JsonObject,
  records: readonly Json[],
): JsonObject => withAt(json, items, [...records]) as JsonObject;

export function listingIn({ items }: ListStructure, response: HttpResponse): JsonObject | undefined {
  if (isLost(response) || !isAccepted({ response })) return undefined;
  const json = jsonOf(response.body);
  // A listing may be the body itself.
  return Array.isArray(at(json, ...items)) ? (json as JsonObject) : undefined;
}

/** A record without links: those it had would not fit any more. */
export const withoutLinks = ({ links: _links, ...record }: JsonObject): JsonObject => record;

type WholeListing = { readonly list: ListStructure; readonly whole: readonly JsonObject[] };

/** Whether each record says that its place is declared. */
export const isWholePinned = ({ list, whole }: WholeListing): boolean =>
  whole.every((record) => isPinned(list, record));

export const hasPinned = ({ list, whole }: WholeListing): boolean =>
  whole.some((record) => isPinned(list, record));

/** The same list begun at another place: what leaves one end comes in at the other. */
export const rotate = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];

/** Records in another order at each turn. */
export function shuffled(records: readonly JsonObject[], turn: number): JsonObject[] {
  const keyed = records.map((record) => ({ record, key: hash('md5', `${turn} ${JSON.stringify(record)}`) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ record }) => record);
}

/** The same list without an entry, and with its first once more at its end. */
export const skipAt = <T>(list: readonly T[], place: number): T[] | false =>
  place < list.length - 1 && [...list.toSpliced(place, 1), ...list.slice(0, 1)];

/** A record that does not say that its place is declared. */
export const withoutPin = ({ pinned }: ListStructure, record: JsonObject): JsonObject =>
  pinned.reduce((left, place) => withoutAt(left, place) as JsonObject, record);

/** What identifies a record, as it shows it. */
export const idIn = ({ identifier: [place = ['id']] }: ListStructure, record: JsonObject): unknown =>
  at(record, ...place);

/** A record of which only the id is known, and some values by their places. */
export const bareRecord = (
  { identifier: [place = ['id']] }: ListStructure,
  id: string,
  values: readonly (readonly [Path, Json])[] = [],
): JsonObject =>
  [[place, id] as const, ...values].reduce<JsonObject>(
    (record, [path, value]) => withAt(record, path, value) as JsonObject,
    {},
  );
