import type { Contract } from '../../src/contract/contract.ts';
import { filterName, type ListStructure, listOf, type PageBounds } from '../../src/contract/list.ts';
import { filledPath } from '../../src/contract/operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { onceFor, onceForText } from '../../src/once.ts';
import { commonHeaders, type Needed } from '../core/calls.ts';
import type { Page, PageQuery } from '../core/evidence.ts';
import { printFilter } from '../core/print.ts';
import type { NodeTarget } from '../core/target.ts';

const operation = 'node-products';

/** The largest page and the farthest offset of the contract in use. */
export const wholePage = Symbol('the largest page');

export const farthest = Symbol('the farthest offset');

export type Query = {
  readonly limit?: number | string | typeof wholePage;
  readonly offset?: number | string | typeof farthest;
  readonly filter?: string;
  /** Further parameters of the contract, such as `sort=-name`. */
  readonly further?: string;
};

/** As much as one page may show, from the first product on. */
export const wholeQuery: Query = { limit: wholePage, offset: 0 };

export const listingPath = (
  { operations }: Contract,
  { hierarchy, node }: Pick<NodeTarget, 'hierarchy' | 'node'>,
): string => filledPath(operations[operation].path, [hierarchy, node]);

/**
 * Creates the request for a node's products. Brackets are percent-encoded; in a filter, parentheses and commas are
 * not, as in the specification (READINGS P5).
 */
export function listingRequest(
  { contract, target }: Needed,
  node: Pick<NodeTarget, 'hierarchy' | 'node'>,
  query: Query,
): HttpRequest {
  const path = listingPath(contract, node);
  const { limit, offset } = numbered(contract, query);
  const { names } = listOf(contract);
  const pairs = [
    ...(query.filter === undefined ? [] : [`${filterName}=${encodeFilter(query.filter)}`]),
    ...(query.further === undefined ? [] : [query.further]),
    ...(offset === undefined ? [] : [`${encodeURIComponent(names.offset)}=${encodeURIComponent(offset)}`]),
    ...(limit === undefined ? [] : [`${encodeURIComponent(names.limit)}=${encodeURIComponent(limit)}`]),
  ];
  return {
    method: contract.operations[operation].method,
    target: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: commonHeaders(target, operation),
  };
}

export function numbered(contract: Contract, { limit, offset, ...others }: Query) {
  const bounds = boundsOf(contract);
  return {
    ...others,
    ...(limit === undefined ? {} : { limit: limit === wholePage ? bounds.largest : limit }),
    ...(offset === undefined ? {} : { offset: offset === farthest ? bounds.farthest : offset }),
  };
}

/** A filter as the specification writes it. `encodeURIComponent` leaves parentheses as they are. */
const encodeFilter = (filter: string): string =>
  encodeURIComponent(filter.toWellFormed()).replaceAll('%2C', ',').replaceAll("'", '%27');

/** A listing named by its parameters, such as `page[limit]=7&page[offset]=14`. */
export function pageWords({ limit, offset, filter, further, isPlain, list: { names } }: PageQuery): string {
  const parameters = [
    ...(filter === undefined ? [] : [`${filterName}=${printFilter(filter)}`]),
    ...(further === undefined ? [] : [further]),
    ...(limit === undefined ? [] : [`${names.limit}=${limit}`]),
    ...(offset === undefined ? [] : [`${names.offset}=${offset}`]),
  ];
  const asked = parameters.length === 0 ? 'the listing without parameters' : parameters.join('&');
  return asked + (isPlain ? '' : ' (in another spelling)');
}

export const undefinedRequests = (contract: Contract): string => {
  const { limit } = listOf(contract).names;
  return `each listing request has something that the specification does not define, such as an unknown parameter or brackets that are not percent-encoded (\`${limit}\` instead of \`${encodeURIComponent(limit)}\`)`;
};

export const productWords = (count: number): string => (count === 1 ? '1 product' : `${count} products`);

export const between = (least: number, most: number): string =>
  least === most ? productWords(most) : `at least ${least} and at most ${productWords(most)}`;

export const countWords = (count: number, live: number | undefined): string =>
  productWords(count) + (live === undefined || live === count ? '' : ` (${live} are declared live)`);

/** The total of a page, and what it seems to count if it is wrong; `whole` is the right total. */
export function totalWords(
  {
    total,
    size,
    query: {
      limit,
      offset = 0,
      list: { names },
    },
  }: Page,
  whole?: number,
): string {
  const counted = [
    [size, 'the number of products on this page'],
    [limit, `the same as ${names.limit}`],
    [offset > 0 ? offset + size : undefined, 'the number of products up to the end of this page'],
    [
      whole === undefined || offset === 0 ? undefined : whole - offset,
      `the number of products from ${names.offset} on`,
    ],
  ] as const;
  const [, words] = counted.find(([count]) => count === total) ?? [];
  const isMore = total !== undefined && whole !== undefined && total > whole;
  const told = words ?? (isMore ? 'more than all products of the node' : undefined);
  return told === undefined ? String(total) : `${total}, ${told}`;
}

export function maximumOf(contract: Contract, name: string): number | undefined {
  const parameter = contract.operations[operation].parameters.find((found) => found.name === name);
  const maximum = parameter?.schema.maximum;
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Texts that are not integers, although some parsers find one at their beginning. */
export const notIntegers = ['abc', '2x', '1.5'];

export const beyondInt64 = '99999999999999999999';

export const boundsOf = (contract: Pick<Contract, 'operations'>): PageBounds => listOf(contract).bounds;

export const queryOf = (contract: Contract, { target }: HttpRequest): PageQuery =>
  queriesBy(listOf(contract))(target);

const queriesBy = onceFor((list: ListStructure) => {
  const { bounds } = list;
  return onceForText((target): PageQuery => ({ ...readQuery(list, target), bounds, list }));
});

function readQuery({ names, further }: ListStructure, target: string): Omit<PageQuery, 'bounds' | 'list'> {
  const search = new URLSearchParams(
    target.slice(target.includes('?') ? target.indexOf('?') + 1 : target.length),
  );
  const limit = numberIn(search, names.limit);
  const offset = numberIn(search, names.offset);
  const [filter, ...others] = search.getAll(filterName);
  const asked = further.flatMap(({ name }) => search.getAll(name).map((value) => [name, value] as const));
  const known = [filterName, names.limit, names.offset, ...asked.map(([name]) => name)];
  const isPlain =
    // The specification does not define brackets that are not encoded.
    !/[[\]]/.test(target) &&
    others.length === 0 &&
    new Set(asked.map(([name]) => name)).size === asked.length &&
    ![limit, offset].includes('odd') &&
    [...search.keys()].every((name) => known.includes(name));
  return {
    isPlain,
    ...(filter === undefined ? {} : { filter }),
    ...(asked.length === 0 ? {} : { further: furtherOf(asked) }),
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(typeof offset === 'number' ? { offset } : {}),
  };
}

/** Further parameters as a request has them; each is a name and a value. */
export const furtherOf = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');

function numberIn(search: URLSearchParams, name: string): number | 'odd' | undefined {
  const values = search.getAll(name);
  if (values.length === 0) return undefined;
  const [text = ''] = values;
  return values.length === 1 && /^\d{1,15}$/.test(text) ? Number(text) : 'odd';
}
