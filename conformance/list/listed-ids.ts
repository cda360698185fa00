// The ids of all records of a collection: what they are before and after a creation shows whether its record is new.

import { focusedOn } from '../../src/contract/contract.ts';
import { isChained } from '../../src/contract/list.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { jsonIn } from '../core/created.ts';
import type { Page } from '../core/evidence.ts';
import { type Deliver, isCompleted } from '../core/exchange.ts';
import type { Asking } from '../core/kind.ts';
import { wasAccepted } from '../core/status.ts';
import type { CollectionName } from '../core/target.ts';
import type { NextPage } from './complete-reading.ts';
import { fieldsLeftOut } from './filters/filter.ts';
import { listingRequest, wholePage } from './query.ts';
import { createPageReader } from './read-page.ts';

/** The most pages of a collection that are read to tell what is new. */
const mostPages = 10;

/** Reads the ids of all records of a collection; undefined if it cannot be told that they are all. */
export async function readIds(
  { contract, target }: Asking,
  collection: CollectionName,
  send: Deliver,
): Promise<ReadonlySet<string> | undefined> {
  const listing = operationIn(contract, collection.operation);
  const { read } = createPageReader(contract, target)(listing.id);
  const setting = { contract: focusedOn(contract, listing.id), target };
  const ids = new Set<string>();
  let next: NextPage | undefined = { offset: 0 };
  for (let count = 0; next && count < mostPages; count += 1) {
    const request = listingRequest(setting, collection, { limit: wholePage, ...next });
    // What a filter hides by default may be there already.
    if (fieldsLeftOut(listing, request).length > 0) return undefined;
    const exchange = await send(request);
    const json = jsonIn(exchange);
    const page =
      isCompleted(exchange) && wasAccepted(exchange) && json !== undefined
        ? read(exchange, json as JsonObject, undefined, count)
        : undefined;
    if (!page || page.items.length < page.size) return undefined;
    for (const { id } of page.items) {
      if (id === undefined) return undefined;
      ids.add(id);
    }
    if (showsEnd(page, ids.size)) return ids;
    next = pageAfter(page, count);
  }
  return undefined;
}

/** Whether no record follows a page, by the total, by the token, or since the page is empty or the only one. */
function showsEnd({ size, total, next, query: { list } }: Page, read: number): boolean {
  if (total !== undefined && list.total?.counts !== 'estimated') return read >= total;
  if (isChained(list)) return next === undefined;
  return size === 0 || (list.names.offset === '' && list.names.limit === '');
}

function pageAfter(
  { next, size, query: { list, bounds, offset = 0 } }: Page,
  count: number,
): NextPage | undefined {
  if (isChained(list)) return next === undefined ? undefined : { offset: offset + size, token: next };
  return list.names.offset === '' ? undefined : { offset: (count + 1) * bounds.largest };
}
