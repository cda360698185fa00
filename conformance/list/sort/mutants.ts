import { listOf } from '../../../src/contract/list.ts';
import { type SortKey, sortNames } from '../../../src/contract/list-sorts.ts';
import { isLost, type Mutant } from '../../../src/http/exchange.ts';
import { at, type Json, type JsonObject } from '../../../src/json/json.ts';
import { inFocus, isFor } from '../../mutants/edits.ts';
import { type ListRequest, listRequest, withQuery } from '../mutants.ts';
import { sortIn } from './sorted.ts';

/** What a request is sorted by; undefined if it is by nothing, or by no sortable. */
export function sortOn({ list, further }: Pick<ListRequest, 'list' | 'further'>): SortKey | undefined {
  const key = sortIn(list, further.size === 0 ? undefined : String(further));
  return key === 'unknown' ? undefined : key;
}

const sizeOf = (value: Json | undefined): number | string =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : String(value ?? '');

/** Some records sorted by a key, as a server might that sorts each page by itself. */
export const sortedBy = (records: readonly JsonObject[], { place, isDescending }: SortKey): JsonObject[] =>
  records.toSorted((one, other) => {
    const [left, right] = [one, other].map((record) => sizeOf(at(record, ...place) as Json | undefined));
    const sign = left === right || left === undefined || right === undefined ? 0 : left < right ? -1 : 1;
    return isDescending ? -sign : sign;
  });

/** Lists without a sort instead of rejecting one by an unknown attribute. */
export const forgiveSort: Mutant = (next, contract) => async (request) => {
  const response = await next(request);
  const { sort } = listOf(contract);
  const query = listRequest(request, contract);
  if (!sort || isLost(response) || response.status < 300 || !isFor(contract, inFocus, request))
    return response;
  const further = new URLSearchParams([...query.further].filter(([name]) => !sortNames(sort).includes(name)));
  return further.size < query.further.size ? next(withQuery(request, { further }, query.list)) : response;
};
