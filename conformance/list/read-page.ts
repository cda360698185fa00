import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import { isChained, type ListStructure, listOf } from '../../src/contract/list.ts';
import { filterFields } from '../../src/contract/list-filters.ts';
import {
  everyOperation,
  isOfKind,
  type Operation,
  type OperationId,
  operationIn,
} from '../../src/contract/operations.ts';
import { fieldsOfRecord, keyOfRecord, recordIdsIn, recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { creationChangedBy, creatorOf } from '../../src/contract/related-operations.ts';
import { type HttpRequest, queryIn } from '../../src/http/exchange.ts';
import { at, type Json, type JsonObject, type Path, pointerTo } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import { percentEncoded } from '../../src/percent.ts';
import { hasInvented, mayBeLetIn } from '../../src/secrets/credentials.ts';
import type { Item, Page, PageQuery, PageRequest, ReadExchange } from '../core/evidence.ts';
import type { CompletedExchange } from '../core/exchange.ts';
import { collectionIn } from '../core/operation-of.ts';
import { type Searched, valueAt } from '../core/read-place.ts';
import { holdsRedacted, isRedacted } from '../core/redacted-values.ts';
import { digest } from '../core/same-as-sent.ts';
import { type Collection, keyOfCollection, type Target } from '../core/target.ts';
import { pageLinks, recordLinks } from './links/read-links.ts';
import { createPositions, type Positions } from './positions.ts';
import { positionOf, queryOf, selectionOf, withoutApiKeyIn } from './query.ts';

/** Makes the reader of what a response lists: a page, or the page that was requested and not served. */
export function listingReader(contract: Contract, target: Target, isRecorded: boolean) {
  const readPage = createPageReader(contract, target);
  const collectionOf = collectionsBy(contract, target);
  const listings = everyOperation(contract).filter(({ kind }) => kind === 'list');
  return (exchange: ReadExchange): Pick<ReadExchange, 'page' | 'unserved'> => {
    const { id, request, response, operation, accepted, json } = exchange;
    const creation = accepted ? creationChangedBy(contract, operation) : undefined;
    for (const listing of listings)
      if (creation !== undefined && creatorOf(contract, listing.id)?.id === creation)
        readPage(listing.id).forget();
    if (!isOfKind(contract, operation, 'list')) return {};
    const shown = { id, request, response };
    if (isRecorded && hidesListing(contract, shown)) return {};
    // An invented credential may be that of another user, who has other records.
    if (hasInvented(operationIn(contract, operation), request)) return {};
    const collection = collectionOf(request);
    const page = accepted && json ? readPage(operation).read(shown, json, collection, id) : undefined;
    if (page) return { page };
    // What a request without credentials is denied says nothing of the page.
    const mayBeServed = isRecorded || mayBeLetIn(operationIn(contract, operation), request);
    return collection && mayBeServed && isSpelledAs(collection, request)
      ? { unserved: readPage(operation).unserved(shown, collection, id) }
      : {};
  };
}

const hidesListing = (contract: Contract, { request, response }: CompletedExchange): boolean =>
  holdsRedacted(response.body) ||
  [...queryIn(withoutApiKeyIn(contract, request.target)).values()].some(isRedacted);

function collectionsBy(
  contract: Contract,
  { collections }: Target,
): (request: HttpRequest) => Collection | undefined {
  const known = new Map<string, Collection>();
  let read = 0;
  return (request) => {
    // A recording adds collections as they come.
    for (const collection of collections.slice(read)) {
      const key = keyOfCollection(collection);
      if (!known.has(key)) known.set(key, collection);
    }
    read = collections.length;
    const named = collectionIn(contract, request);
    return named && known.get(keyOfCollection(named));
  };
}

const mostShared = 100_000;

function createItemSharer(): (item: Item) => Item {
  const known = new Map<string | undefined, Item[]>();
  let count = 0;
  return (item) => {
    const name = item.shownId ?? item.values.name;
    const alike = known.get(name);
    const same = alike?.find((one) => isSameItem(one, item));
    if (same) return same;
    count += 1;
    if (count > mostShared) {
      known.clear();
      count = 1;
    }
    known.set(name, [...(known.get(name) ?? []), item]);
    return item;
  };
}

const isSameItem = (one: Item, other: Item): boolean =>
  one.shownId === other.shownId &&
  Object.keys({ ...one.values, ...other.values }).every((name) => one.values[name] === other.values[name]) &&
  one.isPinned === other.isPinned;

/** Creates a reader of pages that shares equal items; each body is read once. */
export const createPageReader = (contract: Contract, { declared }: Pick<Target, 'declared'>) => {
  const names = [...new Set([...(declared?.values() ?? [])].flatMap(Object.keys))];
  const shared = createItemSharer();
  const readers = new Map<OperationId, ReturnType<typeof pageReaderOf>>();
  return (operation: OperationId): ReturnType<typeof pageReaderOf> => {
    const reader = readers.get(operation) ?? pageReaderOf(contract, operation, names, shared);
    readers.set(operation, reader);
    return reader;
  };
};

function pageReaderOf(
  whole: Contract,
  id: OperationId,
  declared: readonly string[],
  shared: (item: Item) => Item,
) {
  const positions = createPositions();
  const contract = focusedOn(whole, id);
  const operation = operationIn(contract, id);
  const list = listOf(contract);
  const places = fieldsOfRecord(operation);
  const fields = [
    ...filterFields(list).map(({ attribute, place }) => ({ name: attribute, place })),
    ...[
      ...[...(list.sort?.sortables.values() ?? []), ...(list.order ?? [])].map(({ place }) => place),
      ...list.compared,
    ].map((place) => ({ name: pointerTo(place), place })),
    ...declared.flatMap((name) => {
      const { place } = places.get(name) ?? {};
      return place ? [{ name, place }] : [];
    }),
  ];
  const contentOf = onceFor((json: JsonObject | Json[]): PageContent | undefined => {
    const data = recordIdsIn(operation, json);
    if (!data) return undefined;
    const records = recordsIn(operation, json);
    const included = list.included && at(json, ...list.included.at);
    const itemIn = (record: JsonObject): Item => shared(itemOf(operation, list, record, fields));
    return {
      items: records.map(itemIn),
      size: data.length,
      ...(Array.isArray(included) ? { included: included.map(itemIn) } : {}),
      links: recordLinks(list, records),
    };
  });
  const read = (
    exchange: CompletedExchange,
    json: JsonObject | Json[],
    collection: Collection | undefined,
    turn: number,
  ): Page | undefined => {
    const content = contentOf(json);
    if (!content) return undefined;
    const { target } = exchange.request;
    const query = queryOf(contract, exchange.request, positions);
    const source = positionOf(query, target, positions)?.source;
    const searched = { json, headers: exchange.response.headers };
    const counts = countsOn(list, searched);
    if (isChained(list) && query.offset !== undefined) {
      const name = `${query.limit} ${query.place}`;
      positions.compare(selectionOf(query, target), name, digest(content.items.map(({ id = null }) => id)));
    }
    const asSource = { request: exchange.request, ...(source ? { source } : {}) };
    const next = noteNext(positions, query, target, content.size, searched, asSource);
    return {
      ...(collection ? { collection } : {}),
      query:
        collection && !isSpelledAs(collection, exchange.request) ? { ...query, isDefined: false } : query,
      ...content,
      links: [...pageLinks(list, searched, target), ...content.links],
      ...counts,
      ...(next === undefined ? {} : { next }),
      ...(source ? { source } : {}),
      turn,
      exchange,
    };
  };
  const unserved = (exchange: CompletedExchange, collection: Collection, turn: number): Page => {
    const query = queryOf(contract, exchange.request, positions);
    const source = positionOf(query, exchange.request.target, positions)?.source;
    return {
      collection,
      query,
      items: [],
      size: 0,
      links: [],
      ...(source ? { source } : {}),
      turn,
      exchange,
    };
  };
  return { read, unserved, forget: positions.forget };
}

/** What a page says of how many records and pages there are. */
function countsOn(
  { total: stated, totalPages, hasMore }: ListStructure,
  searched: Searched,
): Pick<Page, 'total' | 'totalPages' | 'hasMore'> {
  const total = stated && valueAt(stated.at, searched);
  const pages = totalPages && valueAt(totalPages, searched);
  const more = hasMore && valueAt(hasMore, searched);
  return {
    ...(typeof total === 'number' && Number.isInteger(total) ? { total } : {}),
    ...(typeof pages === 'number' && Number.isInteger(pages) ? { totalPages: pages } : {}),
    ...(typeof more === 'boolean' ? { hasMore: more } : {}),
  };
}

/** Reads by which token or number the next page is asked for, and notes where that begins. */
export function noteNext(
  positions: Positions,
  query: PageQuery,
  target: string,
  size: number,
  searched: Searched,
  source?: PageRequest,
): string | undefined {
  const next = nextOn(query, target, size, searched);
  if (next !== undefined && query.offset !== undefined)
    positions.note(selectionOf(query, target), next, {
      begin: query.offset + size,
      ...(source ? { source } : {}),
    });
  return next;
}

/**
 * The token or number of the next page. An absent, null or empty token says that there is none; numbers end where the
 * total or `hasMore` says so and no link leads on, else at a page without records.
 */
function nextOn(
  { list, offset, place }: PageQuery,
  target: string,
  size: number,
  searched: Searched,
): string | undefined {
  if (!isChained(list)) return undefined;
  if (list.outputToken) {
    const token = valueAt(list.outputToken, searched);
    if (typeof token === 'number') return String(token);
    return typeof token === 'string' && token !== '' ? tokenIn(token, list.names.offset) : undefined;
  }
  const { total, hasMore } = countsOn(list, searched);
  const isCounted = total === undefined ? hasMore === false : offset !== undefined && offset + size >= total;
  const isLinked = pageLinks(list, searched, target).some(({ next }) => typeof next === 'string');
  return size === 0 || (isCounted && !isLinked) ? undefined : String(Number(place ?? list.firstPage) + 1);
}

/** A token by itself, or in the query of a link to the next page, as Django REST framework writes it. */
export const tokenIn = (text: string, name: string): string => queryIn(text).get(name) ?? text;

type PageContent = Pick<Page, 'items' | 'size' | 'included' | 'links'>;

/** Whether a request spells the values of a collection as the target file does: capitals are accepted by a `should` only. */
function isSpelledAs({ values }: Collection, { target }: HttpRequest): boolean {
  const steps = (target.split('?', 1)[0] ?? '').split('/');
  const inQuery = queryIn(target);
  return values.every(
    (value) => steps.includes(percentEncoded(value)) || [...inQuery.values()].includes(value),
  );
}

/** What relations need of a record. An id that is not a UUID breaks another rule, and identifies nothing. */
function itemOf(
  operation: Operation,
  list: ListStructure,
  record: JsonObject,
  fields: readonly { readonly name: string; readonly place: Path }[],
): Item {
  const id = keyOfRecord(operation, record);
  return {
    ...(id === undefined ? {} : { id, shownId: shownIdOf(operation, record) ?? id }),
    values: Object.fromEntries(
      fields.flatMap(({ name, place }) => {
        const value = at(record, ...place);
        if (typeof value === 'number' || typeof value === 'boolean') return [[name, String(value)]];
        if (typeof value === 'object' && value !== null && list.compared.includes(place))
          return [[name, JSON.stringify(value)]];
        // A filter may look for one of several values.
        if (Array.isArray(value) && !name.startsWith('/')) return [[name, JSON.stringify(value)]];
        // What is sorted by has its place for a name; an empty text has a place in an order.
        return typeof value === 'string' && (value !== '' || name.startsWith('/')) ? [[name, value]] : [];
      }),
    ),
    isPinned: isPinned(list, record),
  };
}

/** Whether a record says that its place in the order is declared. */
export const isPinned = ({ pinned }: ListStructure, record: unknown): boolean =>
  pinned.some((place) => at(record, ...place) === true);
