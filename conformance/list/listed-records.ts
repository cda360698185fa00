// All records of a collection: they show whether a record is new, whose it is, and whether it is still there.

import { focusedOn } from '../../src/contract/contract.ts';
import { isChained, listsAllAtOnce } from '../../src/contract/list.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { keyOfRecord, recordsIn } from '../../src/contract/record.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import type { ContractAndTarget } from '../core/context.ts';
import { jsonIn } from '../core/created.ts';
import type { Page } from '../core/evidence.ts';
import { type Deliver, isCompleted } from '../core/exchange.ts';
import type { ListedRecords } from '../core/kind.ts';
import { wasAccepted } from '../core/status.ts';
import type { CollectionName } from '../core/target.ts';
import type { NextPage } from './complete-reading.ts';
import { fieldsLeftOut } from './filters/filter.ts';
import { listingRequest, wholePage } from './query.ts';
import { createPageReader } from './read-page.ts';

/** The most pages of a collection that are read to tell what is new. */
const mostPages = 10;

/** Reads all records of a collection, by their ids. */
export async function readRecords(
  { contract, target }: ContractAndTarget,
  collection: CollectionName,
  send: Deliver,
): Promise<ListedRecords> {
  const listing = operationIn(contract, collection.operation);
  const { read } = createPageReader(contract, target)(listing.id);
  const setting = { contract: focusedOn(contract, listing.id), target };
  const records = new Map<string, Json>();
  let last: ListedRecords = {};
  let next: NextPage | undefined = { offset: 0 };
  for (let count = 0; next && count < mostPages; count += 1) {
    const request = listingRequest(setting, collection, { limit: wholePage, ...next });
    // What a filter hides by default may be there already.
    if (fieldsLeftOut(listing, request).length > 0) return {};
    const exchange = await send(request);
    last = { last: exchange };
    const json = jsonIn(exchange);
    const page =
      isCompleted(exchange) && wasAccepted(exchange) && json !== undefined
        ? read(exchange, json as JsonObject, undefined, count)
        : undefined;
    if (!page || page.items.length < page.size) return last;
    for (const record of recordsIn(listing, json)) {
      const id = keyOfRecord(listing, record);
      if (id === undefined) return last;
      records.set(id, record);
    }
    if (showsEnd(page, records.size)) return { ...last, records };
    next = pageAfter(page, count);
  }
  return last;
}

/** Whether no record follows a page, by the total, by the token, or since the page is empty or the only one. */
function showsEnd({ size, total, next, query: { list } }: Page, read: number): boolean {
  if (total !== undefined && list.total?.counts !== 'estimated') return read >= total;
  if (isChained(list)) return next === undefined;
  return size === 0 || listsAllAtOnce(list);
}

function pageAfter(
  { next, size, query: { list, bounds, offset = 0 } }: Page,
  count: number,
): NextPage | undefined {
  if (isChained(list)) return next === undefined ? undefined : { offset: offset + size, token: next };
  return list.names.offset === '' ? undefined : { offset: (count + 1) * bounds.largest };
}
