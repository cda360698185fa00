import { type Contract, focusOf } from '../../src/contract/contract.ts';
import {
  isChained,
  type ListStructure,
  listOf,
  offsetOf,
  type PageBounds,
  writtenOffset,
} from '../../src/contract/list.ts';
import { filterIn, filterPairs, isFilterName } from '../../src/contract/list-filters.ts';
import type { Nouns } from '../../src/contract/nouns.ts';
import { filledPath, operationIn } from '../../src/contract/operations.ts';
import { schemesOf } from '../../src/contract/security.ts';
import { writePairs } from '../../src/contract/templates.ts';
import { type HttpRequest, pathIn, queryIn, withChangedPairs } from '../../src/http/exchange.ts';
import { onceFor, onceForText } from '../../src/once.ts';
import { percentEncoded } from '../../src/percent.ts';
import { printFilter } from '../../src/print.ts';
import { withoutCredentials } from '../../src/secrets/credentials.ts';
import { shortened } from '../../src/words.ts';
import type { ContractAndTarget } from '../core/context.ts';
import type { Page, PageQuery } from '../core/evidence.ts';
import { letIn } from '../core/let-in.ts';
import { operationOf } from '../core/operation-of.ts';
import type { CollectionName } from '../core/target.ts';
import type { Position, Positions } from './positions.ts';

/** The largest page and the farthest offset of the contract in use. */
export const wholePage = Symbol('the largest page');

export const farthest = Symbol('the farthest offset');

export type Query = {
  readonly limit?: number | string | typeof wholePage;
  readonly offset?: number | string | typeof farthest;
  /** What an earlier page says of this one, if pages are chained; then only the first has an offset. */
  readonly token?: string;
  readonly filter?: string;
  /** Further parameters of the contract, such as `sort=-name`. */
  readonly further?: string;
};

/** As much as one page may show, from the first record on. */
export const wholeQuery: Query = { limit: wholePage, offset: 0 };

export const listingPath = (contract: Contract, { operation, values }: CollectionName): string =>
  filledPath(operationIn(contract, operation).path, values.map(percentEncoded));

/**
 * Creates the request for a collection's records. Brackets are percent-encoded; in a filter, parentheses and commas are
 * not, as in the specification (READINGS P5).
 */
export function listingRequest(
  { contract, target }: ContractAndTarget,
  collection: CollectionName,
  query: Query,
): HttpRequest {
  const { id, method, list } = operationIn(contract, collection.operation);
  if (!list) throw new Error(`${id} lists nothing`);
  const path = listingPath(contract, collection);
  const { names } = list;
  const { limit, offset } = numberedIn(list.bounds, {
    ...(list.always.includes(names.limit) ? { limit: wholePage } : {}),
    ...(list.always.includes(names.offset) ? { offset: 0 } : {}),
    ...query,
  });
  const place =
    query.token ??
    (typeof offset === 'number'
      ? writtenPlace(list, offset, typeof limit === 'number' ? limit : undefined)
      : offset);
  const parameter = (name: string, value: string | number | undefined): string[] =>
    value === undefined || name === '' ? [] : [`${percentEncoded(name)}=${percentEncoded(String(value))}`];
  const asked = collection.values.slice(collection.values.length - list.required.length);
  const pairs = [
    ...list.required.map((name, index) => `${percentEncoded(name)}=${percentEncoded(asked[index] ?? '')}`),
    ...(query.filter === undefined ? [] : [writePairs(filterPairs(list, query.filter))]),
    ...(query.further === undefined ? [] : [query.further]),
    ...parameter(names.offset, place),
    ...parameter(names.limit, limit),
  ];
  return letIn({ contract, target }, id, {
    method,
    target: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
  });
}

/** What the parameter says for the page that begins at an offset; undefined for the first of pages with tokens. */
export const writtenPlace = (
  list: ListStructure,
  offset: number,
  limit: number | undefined,
): number | undefined => (list.outputToken ? undefined : writtenOffset(list, offset, limit));

export const numbered = (contract: Contract, query: Query) => numberedIn(boundsOf(contract), query);

function numberedIn(bounds: PageBounds, { limit, offset, ...others }: Query) {
  return {
    ...others,
    ...(limit === undefined ? {} : { limit: limit === wholePage ? bounds.largest : limit }),
    ...(offset === undefined ? {} : { offset: offset === farthest ? bounds.farthest : offset }),
  };
}

const mostOfToken = 40;

/** A listing named by its parameters, such as `limit=7&offset=14`. */
export function pageWords({ limit, place, filter, further, isDefined, list }: PageQuery): string {
  const { names } = list;
  const parameters = [
    ...(filter === undefined
      ? []
      : filterPairs(list, filter).map(([name, value]) => `${name}=${printFilter(value)}`)),
    ...(further === undefined ? [] : [further]),
    ...(limit === undefined ? [] : [`${names.limit}=${limit}`]),
    ...(place === undefined ? [] : [`${names.offset}=${shortened(place, mostOfToken)}`]),
  ];
  const asked = parameters.length === 0 ? 'the listing without parameters' : parameters.join('&');
  return asked + (isDefined ? '' : ' (in another spelling)');
}

export const undefinedRequests = (contract: Contract): string => {
  const { limit } = listOf(contract).names;
  return `each listing request has something that the specification does not define, such as an unknown parameter or brackets that are not percent-encoded (\`${limit}\` instead of \`${percentEncoded(limit)}\`)`;
};

/** A number of records in words. */
export const recordWords = ({ record, records }: Nouns, count: number): string =>
  count === 1 ? `1 ${record}` : `${count} ${records}`;

export function maximumOf(contract: Contract, name: string): number | undefined {
  const parameter = focusOf(contract).parameters.find((found) => found.name === name);
  const maximum = parameter?.schema.maximum;
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Texts that are not integers, although some parsers find one at their beginning. */
export const notIntegers = ['abc', '2x', '1.5'];

export const beyondInt64 = '99999999999999999999';

export const boundsOf = (contract: Pick<Contract, 'operations' | 'focus'>): PageBounds =>
  listOf(contract).bounds;

/** Reads the query of a listing. With `positions`, it is known where pages begin that an earlier page told of. */
export function queryOf(contract: Contract, { target }: HttpRequest, positions?: Positions): PageQuery {
  return readQueryOf(listAskedBy(contract, target), withoutApiKeyIn(contract, target), positions);
}

/** The same of a listing. */
export function readQueryOf(list: ListStructure, target: string, positions?: Positions): PageQuery {
  const query = queriesBy(list)(target);
  if (!isSaidBefore(query)) return query;
  const offset = positions && positionOf(query, target, positions)?.begin;
  return offset === undefined ? { ...query, isDefined: false } : { ...query, offset };
}

/** Whether only an earlier page can say how a page is asked for. */
const isSaidBefore = ({ list, place }: PageQuery): boolean =>
  isChained(list) && place !== undefined && place !== String(list.firstPage);

/** What an earlier page said of a page, if one did. */
export const positionOf = (query: PageQuery, target: string, positions: Positions): Position | undefined =>
  isSaidBefore(query) ? positions.of(selectionOf(query, target), query.place ?? '') : undefined;

/** Identifies what pages are cut from, for which a token or a number stands for one page. */
export const selectionOf = ({ filter, further, limit, list }: PageQuery, target: string): string =>
  JSON.stringify([
    pathIn(target),
    ...list.required.map((name) => queryIn(target).get(name)),
    filter,
    further,
    list.outputToken ? '' : limit,
  ]);

/**
 * The request for a page that follows another, as that says it now, by another token than before perhaps; undefined if none
 * follows.
 */
export function requestAfter({ next, query: { list } }: Page, request: HttpRequest): HttpRequest | undefined {
  if (next === undefined) return undefined;
  if (queryIn(request.target).get(list.names.offset) === next) return request;
  const target = withChangedPairs(request.target, list.names.offset, (_, pair) => [
    `${pair.split('=', 1)[0]}=${percentEncoded(next)}`,
  ]);
  return { ...request, target };
}

/** A target without what lets its request in, which is no parameter of the listing. */
export function withoutApiKeyIn(contract: Contract, target: string): string {
  const asked = contract.operations[operationOf(contract, { target, method: 'GET' }) ?? ''];
  const inQuery = asked ? schemesOf(asked).filter((scheme) => scheme.in === 'query') : [];
  return withoutCredentials({ target, headers: [] }, inQuery).target;
}

/** The list of the operation that a target names; else that in focus. */
const listAskedBy = (contract: Contract, target: string): ListStructure =>
  contract.operations[operationOf(contract, { target, method: 'GET' }) ?? '']?.list ?? listOf(contract);

const queriesBy = onceFor((list: ListStructure) => {
  const { bounds } = list;
  return onceForText((target): PageQuery => ({ ...readPageQuery(list, target), bounds, list }));
});

function readPageQuery(list: ListStructure, target: string): Omit<PageQuery, 'bounds' | 'list'> {
  const { names, further } = list;
  const search = new URLSearchParams(
    target.slice(target.includes('?') ? target.indexOf('?') + 1 : target.length),
  );
  const limit = numberIn(search, names.limit);
  const offset = beginIn(list, search, typeof limit === 'number' ? limit : undefined);
  const [place, ...morePlaces] = search.getAll(names.offset);
  const [filter, ...others] = filterIn(list, search);
  const asked = further.flatMap(({ name }) => search.getAll(name).map((value) => [name, value] as const));
  const known = [
    ...list.required,
    ...(list.filter?.names ?? []),
    names.limit,
    names.offset,
    ...asked.map(([name]) => name),
  ];
  const isDefined =
    // The specification does not define brackets that are not encoded.
    !/[[\]]/.test(target) &&
    others.length === 0 &&
    morePlaces.length === 0 &&
    [...list.required, ...list.always].every((name) => search.has(name)) &&
    new Set(asked.map(([name]) => name)).size === asked.length &&
    ![limit, offset].includes('odd') &&
    [...search.keys()].every(
      (name) => known.includes(name) || (list.filter !== undefined && isFilterName(list.filter, name)),
    );
  return {
    isDefined,
    ...(filter === undefined ? {} : { filter }),
    ...(asked.length === 0 ? {} : { further: furtherOf(asked) }),
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(typeof offset === 'number' ? { offset } : {}),
    ...(place === undefined ? {} : { place }),
  };
}

/** Where a page begins by its query alone; where pages are chained, that is known of the first only. */
function beginIn(
  list: ListStructure,
  search: URLSearchParams,
  limit: number | undefined,
): number | 'odd' | undefined {
  if (list.outputToken) return search.has(list.names.offset) ? undefined : 0;
  // Where no parameter says where a page begins, it begins with the first record.
  if (list.names.offset === '' && !isChained(list)) return 0;
  const given = numberIn(search, list.names.offset);
  if (typeof given !== 'number') return given;
  const begin = offsetOf(list, given, limit);
  return begin ?? (isChained(list) && given > (list.firstPage ?? 0) ? undefined : 'odd');
}

/** Further parameters as a request has them; each is a name and a value. */
export const furtherOf = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters
    .map((pair) => pair.map(percentEncoded).join('='))
    .toSorted()
    .join('&');

function numberIn(search: URLSearchParams, name: string): number | 'odd' | undefined {
  const values = search.getAll(name);
  if (values.length === 0) return undefined;
  const [text = ''] = values;
  return values.length === 1 && /^\d{1,15}$/.test(text) ? Number(text) : 'odd';
}
