// Reads what a request changed, in time.

import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { filterFields } from '../../src/contract/list-filters.ts';
import { writeSort } from '../../src/contract/list-sorts.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfId, recordIn } from '../../src/contract/record.ts';
import { creatorOf, listingOf, readerOf } from '../../src/contract/related-operations.ts';
import { at } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import { collectionFor, jsonIn } from '../core/created.ts';
import type { Attempt } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { hasKnownParameters } from '../core/let-in.ts';
import { operationOf } from '../core/operation-of.ts';
import { requestAt } from '../core/requests.ts';
import { readUntil, timeToSettle } from '../core/settling.ts';
import { wasAccepted } from '../core/status.ts';
import type { CollectionName } from '../core/target.ts';
import { creationBefore, creationsOf, type Made, makeRecord } from '../create/creations.ts';
import { leastWith } from '../create/edits.ts';
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
  return { pages: listed.map(({ page }) => page.exchange), isWhole: listed.length < mostPages };
}

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
    const { contract, target } = context;
    if (!contract.clauses.has(clauseId(id, name))) return read(false);
    const around = { contract, operation: operationIn(contract, id), write, before };
    const isRight = (after: readonly RunExchange[]): boolean =>
      (lifeRelations[name]({ ...around, after }) ?? []).length === 0;
    const { first, after, waited } = await readUntil(context, read, isRight);
    const isLate = after !== first && waited > (target.settles ?? 0);
    const failedOnce = isLate ? first.at(-1) : undefined;
    const creation = creationBefore(context, around.operation, write.request);
    context.report({
      operation: id,
      clause: clauseId(id, name),
      what,
      expects: 'acceptance',
      exchange: write,
      readings: { after, before, creation },
      failedOnce,
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

/** What creates the records that an operation is about: another operation, or itself. */
const creatorFor = ({ contract }: ExperimentContext, id: string): string => creatorOf(contract, id)?.id ?? id;

/**
 * Lives are told one after another, since listings show what others create meanwhile. What was created before may be in the
 * way of the first that is rejected: that one is told again.
 */
export function inTurn(context: ExperimentContext, id: string, life: () => Promise<void>): Promise<void> {
  const turn = context.shared('turn of lives', () => ({ last: Promise.resolve() }));
  const creations = creationsOf(context, creatorFor(context, id));
  const run = turn.last.then(async () => {
    const wasRejected = creations.lastRejected() !== undefined;
    await creations.inTurn(creations.makeRoom);
    await life();
    if (wasRejected || creations.lastRejected() === undefined) return;
    await creations.inTurn(creations.makeRoom);
    await life();
  });
  turn.last = run.catch(() => undefined);
  return run;
}

/** How often what failed is tried again on new records. */
const mostRepeats = 2;

type Tell = (context: ExperimentContext, isRepeated: boolean) => Promise<void>;

/**
 * Creates records and reports what is read of them. What fails is tried again on new records, since another user may have
 * changed these, and breaks a rule only if it fails each time (READINGS P6).
 */
export async function onNewRecords(
  context: ExperimentContext,
  id: string,
  tell: Tell,
  clear: () => Promise<void> = async () => undefined,
): Promise<void> {
  let thrown: { readonly error: unknown } | undefined;
  const told = async (isRepeated: boolean): Promise<ReadonlyMap<string, Attempt>> => {
    const attempts: Attempt[] = [];
    const report = (attempt: Attempt): number => attempts.push(attempt);
    await tell({ ...context, report }, isRepeated).catch((error: unknown) => {
      thrown ??= { error };
    });
    return numbered(attempts);
  };
  const open = new Map(await told(false));
  const settle = (
    isSettled: (attempt: Attempt, name: string) => boolean,
    more: Partial<Attempt> = {},
  ): void => {
    for (const [name, attempt] of open) {
      if (!isSettled(attempt, name)) continue;
      open.delete(name);
      context.report({ ...attempt, ...more });
    }
  };
  settle((attempt) => !context.breaks(attempt));
  for (let count = 1; count <= mostRepeats && open.size > 0; count += 1) {
    // Other records are in the same places then, if each so-many-th is changed.
    for (let more = 0; more < count; more += 1) await createAnother(context, id);
    await clear();
    await context.pause(timeToSettle(context.target));
    const again = await told(true);
    const passing = new Map(
      [...open.keys()].flatMap((name) => {
        const attempt = again.get(name);
        return attempt && !context.breaks(attempt) ? [[name, attempt] as const] : [];
      }),
    );
    for (const attempt of passing.values()) context.report(attempt);
    settle((_, name) => passing.has(name), { onNewRecords: 'passed' });
    settle((_, name) => !again.has(name), { onNewRecords: 'not tried' });
  }
  settle(() => true);
  if (thrown) throw thrown.error;
}

/** Attempts by what they are about, without ids and ETags, and their number among those about the same. */
function numbered(attempts: readonly Attempt[]): ReadonlyMap<string, Attempt> {
  const groups = Map.groupBy(
    attempts,
    ({ clause, what }) => `${clause} ${what.replaceAll(/"[^"]*"|\S*\d\S*/g, '')}`,
  );
  return new Map(
    [...groups].flatMap(([name, group]) => group.map((attempt, index) => [`${name} ${index}`, attempt])),
  );
}

async function createAnother(context: ExperimentContext, id: string): Promise<void> {
  const creator = creatorFor(context, id);
  const { inTurn, send } = creationsOf(context, creator);
  if (context.writesLeft() > 0) await inTurn(() => send(leastWith(context, creator), {}));
}

/** A life in its turn, told again on new records if something fails. */
export const lifeInTurn = (context: ExperimentContext, id: string, tell: Tell): Promise<void> =>
  inTurn(context, id, () => {
    const creations = creationsOf(context, creatorFor(context, id));
    return onNewRecords(context, id, tell, () => creations.inTurn(creations.clear));
  });

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
