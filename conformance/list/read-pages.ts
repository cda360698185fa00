import fc from 'fast-check';
import { focusOf } from '../../src/contract/contract.ts';
import { isChained, type ListStructure } from '../../src/contract/list.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfRecord, recordIdsIn, recordsIn } from '../../src/contract/record.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import type { Context, Premises } from '../core/context.ts';
import { jsonIn } from '../core/created.ts';
import type { Page } from '../core/evidence.ts';
import type { CompletedExchange } from '../core/exchange.ts';
import type { ChoiceEvidence } from '../core/observation.ts';
import { countedAs } from '../core/operation-of.ts';
import { smallestFailing } from '../core/random-draws.ts';
import { isAccepted } from '../core/status.ts';
import { type Collection, keyOfCollection } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { type NextPage, nextOf, unfilteredPages } from './complete-reading.ts';
import { boundsOf, listingRequest, numbered, type Query, wholeQuery } from './query.ts';
import { collectionsLine } from './remedies.ts';

type ListedPage = {
  readonly page: Page;
  readonly json: Json;
  readonly records: readonly JsonObject[];
};

export async function listRecords(
  context: Context,
  collection: Collection,
  query: Query,
): Promise<ListedPage> {
  const exchange = await context.send({ ...listingRequest(context, collection, query), isDue: true });
  context.assume(isAccepted(exchange), `the listing returned ${exchange.response.status}`);
  const json = context.assume(exchange.json, 'the listing is not a JSON object');
  const page = context.assume(exchange.page, 'the listing has no array "data"');
  return listedOn(operationIn(context.contract, exchange.operation), page, json);
}

function listedOn(from: Operation, page: Page, json: Json): ListedPage {
  return { page, json, records: recordsIn(from, json) };
}

/** Reads all pages of a listing, as far as the specification promises them. */
export const readAllPages = async (
  context: Context,
  collection: Collection,
  size?: number,
  more?: Pick<Query, 'further' | 'filter'>,
  most?: number,
): Promise<Page[]> => (await readListedPages(context, collection, size, more, most)).map(({ page }) => page);

export async function readListedPages(
  context: Context,
  collection: Collection,
  size = boundsOf(context.contract).largest,
  more: Pick<Query, 'further' | 'filter'> = {},
  most = mostPages,
): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  const seen = new Set<string | undefined>();
  const tokens = new Set<string>();
  const { farthest } = boundsOf(context.contract);
  for (
    let next: NextPage | undefined = { offset: 0 };
    next && next.offset <= farthest && pages.length < most;
  ) {
    const counted = pages.at(-1)?.page.total;
    const isBeyond = next.offset > 0 && counted !== undefined && next.offset >= counted;
    const listed: ListedPage | undefined = await listRecords(context, collection, {
      ...more,
      limit: size,
      ...next,
    }).catch((error: unknown) => {
      // Beyond the last of numbered pages, a server may return 404.
      if (isBeyond && error instanceof Withheld) return undefined;
      throw error;
    });
    if (!listed) break;
    const { page } = listed;
    const promised =
      next.offset === 0 ||
      isChained(page.query.list) ||
      (page.total !== undefined && next.offset < page.total);
    // A server may begin again past the promised end.
    if (!promised && page.items.every(({ id }) => seen.has(id))) break;
    pages.push(listed);
    // Whatever a server promises, a page of records that were all shown before is the last that is read.
    if (isChained(page.query.list) && page.size > 0 && page.items.every(({ id }) => seen.has(id))) break;
    for (const { id } of page.items) seen.add(id);
    next = afterPage(page);
    // A token may lead back.
    if (next?.token !== undefined && tokens.has(next.token)) break;
    if (next?.token !== undefined) tokens.add(next.token);
  }
  return pages;
}

/** The most pages of one reading: some ten thousand records where pages have a hundred. */
const mostPages = 101;

type Window = Query & { readonly limit: number; readonly offset: number };

/** Whether a page can be asked for without the pages before it. */
export function canSkip(list: ListStructure, { limit, offset = 0 }: Query): boolean {
  if (offset === 0) return true;
  if (isChained(list) || list.names.offset === '') return false;
  return (
    list.firstPage === undefined ||
    (typeof limit === 'number' && typeof offset === 'number' && offset % limit === 0)
  );
}

/** Requests smaller pages than one that fails, of the same filter and sort, until a smaller one does not fail. */
export async function smallestPage(
  context: Context,
  collection: Collection,
  query: Window,
  isFailing: (page: Page | undefined, query: Window) => boolean,
): Promise<void> {
  const { list: structure } = operationIn(context.contract, collection.operation);
  const fails = async ([limit, offset]: [number, number]): Promise<boolean> => {
    const smaller = { ...query, limit, offset };
    if (!structure || !canSkip(structure, smaller)) return false;
    const read = await context.send(listingRequest(context, collection, smaller)).catch(() => undefined);
    return isFailing(read?.page, smaller);
  };
  const pages = fc.tuple(fc.integer({ min: 1, max: query.limit }), fc.integer({ min: 0, max: query.offset }));
  await smallestFailing(pages, [query.limit, query.offset], fails);
}

/** The next page; after a page that is not full, the total may promise more. */
function afterPage(page: Page): NextPage | undefined {
  const { list, offset = 0, limit } = page.query;
  const next = nextOf(page);
  if (!list.fullPages || isChained(list)) return next;
  const end = offset + (limit ?? page.size);
  const isPastEnd = page.total !== undefined && end >= page.total;
  // Beyond the last of numbered pages, a server may return 404.
  if (list.firstPage !== undefined && isPastEnd) return undefined;
  const isLast = page.items.length === 0 || page.total === undefined || isPastEnd;
  return next ?? (isLast ? undefined : { offset: end });
}

/** The first reading of a collection in the largest pages, which all experiments share. */
export const readFirst = (context: Context, collection: Collection): Promise<Page[]> =>
  context.shared(`pages of ${keyOfCollection(collection)}`, () => readAllPages(context, collection));

export async function readingsOf(context: Context): Promise<ReadCollection[]> {
  const readings: ReadCollection[] = [];
  for (const collection of context.target.collections)
    readings.push({ collection, pages: await readFirst(context, collection) });
  return readings;
}

export type ReadCollection = { readonly collection: Collection; readonly pages: readonly Page[] };

/** A collection and its first page. */
export type ListedCollection = ListedPage & { readonly collection: Collection };

export const listedSize = ({ page: { total = 0 }, records }: ListedPage): number =>
  Math.max(total, records.length);

export async function listedCollections(context: Context): Promise<ListedCollection[]> {
  context.orUntested(
    context.target.collections.length > 0,
    'no collection to list is known',
    collectionsLine(context),
  );
  const listed: ListedCollection[] = [];
  let withheld: Withheld | undefined;
  for (const collection of context.target.collections) {
    try {
      listed.push({ collection, ...(await listRecords(context, collection, wholeQuery)) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      withheld ??= error;
    }
  }
  if (listed.length === 0 && withheld) throw withheld;
  return listed.sort(byFullness);
}

const byFullness = (one: ListedPage, other: ListedPage): number => listedSize(other) - listedSize(one);

export const fullestCollection = async (context: Context, least: number): Promise<ListedCollection> =>
  fullestOf(context, await listedCollections(context), least);

function fullestOf(
  { orUntested, contract }: Premises & Pick<Context, 'contract'>,
  [fullest]: readonly ListedCollection[],
  least: number,
): ListedCollection {
  const enough = fullest && fullest.records.length >= least && fullest;
  return orUntested(enough, `no collection shows as many as ${least} ${focusOf(contract).nouns.records}`);
}

const mostCollections = 50;

/** The first page of each collection that was read. */
export function collectionsSeen(
  seen: Pick<ChoiceEvidence, 'contract' | 'listings' | 'nouns' | 'orUntested'>,
): ListedCollection[] {
  const firstPages = seen.listings.flatMap(({ collection, pages }) => {
    const [page] = unfilteredPages({ pages })
      .filter(({ query }) => (query.offset ?? 0) === 0)
      .toSorted((one, other) => asksForLargest(other) - asksForLargest(one) || other.size - one.size);
    return page ? [{ collection, page }] : [];
  });
  firstPages.sort((one, other) => other.page.size - one.page.size);
  const collections = firstPages
    .slice(0, mostCollections)
    .flatMap(({ collection, page }): ListedCollection[] => {
      const json = jsonIn(page.exchange);
      if (json === undefined) return [];
      const listing = operationIn(seen.contract, countedAs(seen.contract, page.exchange.request));
      return [{ collection, ...listedOn(listing, page, json) }];
    });
  seen.orUntested(
    collections.length > 0,
    `no collection was listed from its first ${seen.nouns.record} on`,
    collectionsLine(seen),
  );
  return collections.sort(byFullness);
}

const asksForLargest = ({ query }: Page): number => Number(query.limit === query.bounds.largest);

/** The collection of which most was read, with at least so many records. */
export const fullestSeen = (seen: ChoiceEvidence, least: number): ListedCollection =>
  fullestOf(seen, collectionsSeen(seen), least);

export function pageSeen(seen: ChoiceEvidence, collection: Collection, asked: Query): Page {
  const query = numbered(seen.contract, asked);
  return seen.orUntested(
    seen.listings
      .find((listing) => listing.collection === collection)
      ?.pages.find(
        ({ query: asked }) =>
          asked.filter === query.filter && asked.limit === query.limit && asked.offset === query.offset,
      ),
    'no such page was seen',
  );
}

/** The records on the first pages of all collections that were read. */
export const recordsSeen = (seen: ChoiceEvidence): JsonObject[] =>
  collectionsSeen(seen).flatMap(({ records }) => records);

export function recordsReturned(seen: ChoiceEvidence, exchange: CompletedExchange): readonly JsonObject[] {
  const from = operationIn(seen.contract, countedAs(seen.contract, exchange.request));
  seen.assume(recordIdsIn(from, jsonIn(exchange)), `the listing has no array "${from.record.join('.')}"`);
  return recordsIn(from, jsonIn(exchange));
}

export function shownIdsIn(seen: ChoiceEvidence, exchange: CompletedExchange): string[] {
  const from = operationIn(seen.contract, countedAs(seen.contract, exchange.request));
  return recordsReturned(seen, exchange).map((record) =>
    seen.assume(keyOfRecord(from, record), `${seen.nouns.aRecord} found shows no id`),
  );
}
