// Faults of servers that sort wrongly.

import { listOf } from '../../../src/contract/list.ts';
import type { SortKey } from '../../../src/contract/list-sorts.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import { at, type JsonObject } from '../../../src/json/json.ts';
import { wasRejected } from '../../core/status.ts';
import { inFocus, isFor } from '../../mutants/edits.ts';
import {
  type Arrange,
  type ListExchange,
  type ListRequest,
  listRequest,
  rotate,
  withQuery,
} from '../mutants.ts';
import { sortKeyIn, withoutSort } from './sorted.ts';

/** What a request is sorted by; undefined if it is by nothing, or by no sortable. */
export const sortOn = ({ list, further }: Pick<ListRequest, 'list' | 'further'>): SortKey | undefined =>
  sortKeyIn(list, further.size === 0 ? undefined : String(further));

const comparedKeyOf = (value: unknown): number | string =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : String(value ?? '');

/** Some records sorted by a key, as a server might that sorts each page by itself. */
export const sortedBy = (
  records: readonly JsonObject[],
  { place, isDescending }: SortKey,
  read: (value: unknown) => number | string = comparedKeyOf,
): JsonObject[] =>
  records.toSorted((one, other) => {
    const [left = '', right = ''] = [one, other].map((record) => read(at(record, ...place)));
    const sign = left === right ? 0 : left < right ? -1 : 1;
    return isDescending ? -sign : sign;
  });

/** Lists without a sort instead of rejecting one by an unknown attribute. */
export const forgiveSort: Mutant = (next, contract) => async (request) => {
  const response = await next(request);
  const { sort } = listOf(contract);
  const query = listRequest(request, contract);
  if (!sort || !wasRejected({ request, response }) || !isFor(contract, inFocus, request)) return response;
  const further = withoutSort({ sort }, query.further);
  return further.size < query.further.size ? next(withQuery(request, { further }, query.list)) : response;
};

const sortedTextOf = (record: JsonObject, { place }: SortKey): string => String(at(record, ...place) ?? '');

/** Records in halves that changed places, of which only the page that is asked for is sorted. */
export function sortedByPage(
  whole: readonly JsonObject[],
  key: SortKey,
  { offset, size }: ListExchange,
): readonly JsonObject[] {
  const halves = rotate(whole, Math.ceil(whole.length / 2));
  const page = sortedBy(halves.slice(offset, offset + size), key);
  return size >= whole.length ? whole : halves.toSpliced(offset, size, ...page);
}

/** Exchanges the last two records that differ in the key. */
export function swapLast(whole: readonly JsonObject[], key: SortKey): readonly JsonObject[] {
  for (let index = whole.length - 1; index > 0; index -= 1) {
    const [one, other] = whole.slice(index - 1, index + 1);
    if (
      one &&
      other &&
      sortedTextOf(one, key) !== '' &&
      sortedTextOf(other, key) !== '' &&
      sortedTextOf(one, key) !== sortedTextOf(other, key)
    )
      return [...whole.slice(0, index - 1), other, one, ...whole.slice(index + 1)];
  }
  return whole;
}

export const sortedOnly =
  (
    arrange: (exchange: Parameters<Arrange>[0] & { readonly key: SortKey }) => readonly JsonObject[] | false,
  ): Arrange =>
  (exchange) => {
    const key = sortOn(exchange);
    return key !== undefined && arrange({ ...exchange, key });
  };

/** Sorted records, with those that share the value in an order of their own. */
export const arrangeTies = (
  whole: readonly JsonObject[],
  key: SortKey,
  arrange: (ties: readonly JsonObject[]) => readonly JsonObject[],
): JsonObject[] => [...Map.groupBy(whole, (one) => sortedTextOf(one, key)).values()].flatMap(arrange);
