// Reads what a request changed, in time.

import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { filterFields } from '../../src/contract/list-filters.ts';
import { writeSort } from '../../src/contract/list-sorts.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfId, recordIn } from '../../src/contract/record.ts';
import { listingOf, readerOf } from '../../src/contract/related-operations.ts';
import { at } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import { collectionFor, jsonIn } from '../core/created.ts';
import type { Page } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { hasKnownParameters } from '../core/let-in.ts';
import { operationOf } from '../core/operation-of.ts';
import { requestAt } from '../core/requests.ts';
import { readUntil } from '../core/settling.ts';
import { wasAccepted } from '../core/status.ts';
import type { CollectionName } from '../core/target.ts';
import { creationBefore, type Made, makeRecord } from '../create/creations.ts';
import { filterFor, isPlainFor } from '../list/filters/filter.ts';
import { boundsOf, furtherOf, type Query } from '../list/query.ts';
import { readListedPages } from '../list/read-pages.ts';
import { keysOn, lifeRelations, type RelationName } from './relations.ts';

type Reading = (isRepeated: boolean) => Promise<readonly RunExchange[]>;

/** What reads a record at its path; undefined if the contract does not say how. */
export function readingOfRecord(
  context: ExperimentContext,
  operation: string,
  made: Made,
): Reading | undefined {
  const reader = readerOf(context.contract, operation);
  const path = reader && made.pathFor(reader);
  if (!reader || path === undefined || !hasKnownParameters(context.target, reader, made.creation))
    return undefined;
  const request = requestAt(context, reader.id, path);
  const fresh = { ...request, headers: [...request.headers, ['cache-control', 'no-cache'] as const] };
  return async (isRepeated) => [await context.exchange(isRepeated ? fresh : request)];
}

/** The collection that lists what a creation made. */
export const collectionOfMade = (
  contract: Contract,
  { creation, exchange }: Made,
): CollectionName | undefined => collectionFor(contract, creation, exchange.request, jsonIn(exchange));

const mostPages = 20;
const mostOnPage = 100;

/** Reads a collection to its end, up to a bound; by default without a filter and a sort. */
export async function readListing(
  context: ExperimentContext,
  collection: CollectionName,
  more: Pick<Query, 'filter' | 'further'> = {},
  most = mostOnPage,
): Promise<{ readonly pages: readonly RunExchange[]; readonly isWhole: boolean }> {
  const contract = focusedOn(context.contract, collection.operation);
  const size = Math.min(boundsOf(contract).largest, most);
  const listed = await readListedPages({ ...context, contract }, collection, size, more, mostPages);
  const isWhole = listed.length < mostPages && listed.every(({ page }) => hasRoom(page));
  return { pages: listed.map(({ page }) => page.exchange), isWhole };
}

/** Whether a page lists all there is, and what a run may create meanwhile: where no parameter leads on from it, half of it is empty. */
const hasRoom = ({ size, query: { list, limit } }: Page): boolean =>
  list.names.offset !== '' || limit === undefined || 2 * size <= limit;

/** All pages of a collection; if the total is not the number of records on them, those of half the size, too. */
export async function pagesWithTotal(
  context: ExperimentContext,
  collection: CollectionName,
  write: RunExchange,
): Promise<readonly RunExchange[]> {
  const { contract } = context;
  const { pages } = await readListing(context, collection);
  const around = { contract, operation: operationIn(contract, collection.operation), write, after: pages };
  const { list } = around.operation;
  if (pages.length === 1 || !list?.names.limit || lifeRelations['total-kept'](around)?.length !== 1)
    return pages;
  const half = Math.ceil(Math.min(list.bounds.largest, mostOnPage) / 2);
  return [...pages, ...(await readListing(context, collection, {}, half)).pages];
}

/** Waits as long as changes may take, before a reading shows that there was none. */
export const untilSettled = ({ pause, target: { settles = 0 } }: ExperimentContext): Promise<void> =>
  settles > 0 ? pause(settles) : Promise.resolve();

/**
 * Reports for the rules of an operation what is read after a request, and returns it. While that is not as a rule
 * requires, it is read again: a change may take some time to show (READINGS P6).
 */
export const reporterOf =
  (context: ExperimentContext, id: string) =>
  async (
    name: RelationName,
    what: string,
    write: RunExchange,
    read: Reading,
    before?: RunExchange,
  ): Promise<readonly RunExchange[]> => {
    const { contract } = context;
    if (!contract.clauses.has(clauseId(id, name))) return read(false);
    const around = { contract, operation: operationIn(contract, id), write, before };
    const isRight = (after: readonly RunExchange[]): boolean =>
      (lifeRelations[name]({ ...around, after }) ?? []).length === 0;
    const { after, late } = await readUntil(context, read, isRight);
    const creation = creationBefore(context, around.operation, write.request);
    context.report({
      operation: id,
      clause: clauseId(id, name),
      what,
      expects: 'acceptance',
      exchange: write,
      readings: { after, before, creation },
      failedOnce: late?.at(-1),
    });
    return after;
  };

/** A record that the run made, as it was first read, and what reads it again. */
export type Readable = Made & { readonly before: RunExchange; readonly read: Reading };

/** Creates a record, and reads it once it shows; undefined if the contract does not say how. */
export const makeReadable = async (context: ExperimentContext, id: string): Promise<Readable | undefined> =>
  readable(context, id, await makeRecord(context, id));

/** Reads a record that was created once it shows. */
export async function readable(
  context: ExperimentContext,
  id: string,
  made: Made | undefined,
): Promise<Readable | undefined> {
  const read = made && readingOfRecord(context, id, made);
  if (!made || !read) return undefined;
  const { after } = await readUntil(context, read, ([one]) => one !== undefined && wasAccepted(one));
  const [before] = after;
  return before && { ...made, before, read };
}

/** The page that lists a record, and what reads all pages again; undefined if none does. */
export async function listingOfMade(context: ExperimentContext, made: Made) {
  const collection = collectionOfMade(context.contract, made);
  if (!collection) return undefined;
  const pagesWith = async (more: Parameters<typeof readListing>[2] = {}) =>
    (await readListing(context, collection, more)).pages;
  const { pages, isWhole } = await readListing(context, collection);
  const shownOn = pages.find((page) => keysOn(context.contract, [page]).has(keyOfId(made.id)));
  return shownOn && { collection, shownOn, isWhole, pages: () => pagesWith(), pagesWith };
}

/** At most so many filters, and so many sorts, are tried for a record. */
const mostTried = 3;

/** Filters that find a record by what a response shows of it. */
export function filtersFor(
  contract: Contract,
  creation: Operation,
  exchange: RunExchange,
): readonly { readonly filter: string; readonly words: string }[] {
  const list = listingOf(contract, creation)?.list;
  const id = operationOf(contract, exchange.request);
  const record = id === undefined ? undefined : recordIn(operationIn(contract, id), jsonIn(exchange));
  const found = (list ? filterFields(list) : []).flatMap((field) => {
    const value = field.means === 'eq' ? at(record, ...field.place) : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return list && isPlainFor(field, text)
      ? [{ filter: filterFor(list, field.key, text), words: `with a filter by ${field.attribute}` }]
      : [];
  });
  return found.slice(0, mostTried);
}

/** The sorts by which a listing shows what an operation creates, as further parameters. */
export function sortsFor(contract: Contract, creation: Operation): readonly string[] {
  const sort = listingOf(contract, creation)?.list?.sort;
  const ascending = sort?.keys.filter(({ isDescending }) => !isDescending) ?? [];
  return ascending.slice(0, mostTried).flatMap((key) => {
    const pairs = sort && writeSort(sort, key);
    return pairs ? [furtherOf(pairs)] : [];
  });
}
