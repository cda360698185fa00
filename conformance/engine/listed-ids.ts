// Whether a listing shows that a record is new: the ids that it had before and has after.

import { isChained, type ListStructure, writtenOffset } from '../../src/contract/list.ts';
import { listingOf } from '../../src/contract/lives.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { keyOfId, recordIdsIn, recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { isLost } from '../../src/http/exchange.ts';
import type { Setting } from '../core/context.ts';
import { jsonIn } from '../core/created.ts';
import type { Deliver } from '../core/exchange.ts';
import { valueAt } from '../core/read-place.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted } from '../core/status.ts';

/** The most pages of a listing that are read to tell what is new. */
const mostPages = 10;

/** The ids of all records at the path of a creation; undefined if they cannot all be read. */
export async function idsListedAt(
  { contract, target }: Pick<Setting, 'contract' | 'target'>,
  creation: Operation,
  path: string,
  next: Deliver,
): Promise<ReadonlySet<string> | undefined> {
  const listing = listingOf(contract, creation);
  const { list } = listing ?? {};
  if (!listing || !list || listing.path !== creation.path || list.required.length > 0) return undefined;
  const ids = new Set<string>();
  for (let page = 0; page < mostPages; page += 1) {
    const reading = requestAt({ contract, target }, listing.id, `${path}${pageQuery(list, page)}`);
    const { response } = await next(reading);
    const json = jsonIn({ request: reading, response });
    const shown = recordIdsIn(listing, json);
    if (isLost(response) || !wasAccepted({ response }) || !shown) return undefined;
    const found = recordsIn(listing, json).flatMap((record) => shownIdOf(listing, record) ?? []);
    if (found.length < shown.length) return undefined;
    for (const id of found) ids.add(keyOfId(id));
    const total = list.total && valueAt(list.total.at, { json, headers: response.headers });
    const isCounted = typeof total === 'number' || typeof total === 'string';
    if (isCounted ? ids.size >= Number(total) : found.length === 0) return ids;
    if (hasNumberedPages(list)) continue;
    const isOnePage = !isCounted && !isChained(list) && list.names.limit === '';
    return isOnePage ? ids : undefined;
  }
  return undefined;
}

const hasNumberedPages = (list: ListStructure): boolean => !isChained(list) && list.names.offset !== '';

/** Asks for a page of the largest size. */
function pageQuery(list: ListStructure, page: number): string {
  const { names, bounds } = list;
  const pairs = new URLSearchParams();
  if (names.limit !== '') pairs.set(names.limit, String(bounds.largest));
  if (hasNumberedPages(list))
    pairs.set(names.offset, String(writtenOffset(list, page * bounds.largest, bounds.largest)));
  return pairs.size === 0 ? '' : `?${pairs}`;
}
