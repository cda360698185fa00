import type { Contract } from '../../src/contract/contract.ts';
import { listOf } from '../../src/contract/list.ts';
import { filledPath } from '../../src/contract/operations.ts';
import type { Call } from '../../src/http/exchange.ts';
import type { NodeTarget } from '../core/target.ts';
import { commonHeaders, type Needed } from '../core/calls.ts';
import { boundsOf } from './read-page.ts';

const id = 'node-products';

/** The largest page, and the farthest offset, that the contract in hand promises. */
export const wholePage = Symbol('the largest page');
export const farthest = Symbol('the farthest offset');

/** What to ask of a node's listing; a value goes out as it is here, percent-encoded. */
export type Query = {
  readonly limit?: number | string | typeof wholePage;
  readonly offset?: number | string | typeof farthest;
  readonly filter?: string;
};

/** The path of the listing of a node. */
export const listingPath = (
  { operations }: Contract,
  { hierarchy, node }: Pick<NodeTarget, 'hierarchy' | 'node'>,
): string => filledPath(operations[id].path, [hierarchy, node]);

/**
 * The call that lists a node. Brackets go out percent-encoded, and a filter as the specification shows it: its
 * parentheses and commas raw, all else percent-encoded (READINGS P5).
 */
export function listingCall(
  { contract, target }: Needed,
  node: Pick<NodeTarget, 'hierarchy' | 'node'>,
  query: Query,
): Call {
  const path = listingPath(contract, node);
  const { limit, offset } = numbered(contract, query);
  const { names } = listOf(contract);
  const pairs = [
    ...(query.filter === undefined ? [] : [`filter=${encodeFilter(query.filter)}`]),
    ...(offset === undefined ? [] : [`${encodeURIComponent(names.offset)}=${encodeURIComponent(offset)}`]),
    ...(limit === undefined ? [] : [`${encodeURIComponent(names.limit)}=${encodeURIComponent(limit)}`]),
  ];
  return {
    method: contract.operations[id].method,
    target: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: commonHeaders(target, id),
  };
}

/** A query with the bounds of a contract in it, as numbers. */
export function numbered(contract: Contract, { limit, offset, ...others }: Query) {
  const bounds = boundsOf(contract);
  return {
    ...others,
    ...(limit === undefined ? {} : { limit: limit === wholePage ? bounds.largest : limit }),
    ...(offset === undefined ? {} : { offset: offset === farthest ? bounds.farthest : offset }),
  };
}

/** A filter in the form the specification shows. `encodeURIComponent` leaves parentheses as they are. */
const encodeFilter = (filter: string): string =>
  encodeURIComponent(filter.toWellFormed()).replaceAll('%2C', ',').replaceAll("'", '%27');
