// The only place through which requests pass that change or delete a record: they reach only what this run created.

import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { needsIfMatch } from '../../src/contract/conditions.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { pathOfCreated } from '../../src/contract/created-paths.ts';
import {
  everyOperation,
  filledPath,
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
} from '../../src/contract/operations.ts';
import { idInBody, keyOfId, recordsIn, requestFields, shownIdOf } from '../../src/contract/record.ts';
import { creatorAbove, creatorOf, readerOf } from '../../src/contract/related-operations.ts';
import {
  type Exchange,
  type HttpRequest,
  header,
  isLost,
  pathIn,
  type Transport,
} from '../../src/http/exchange.ts';
import { beginningOf } from '../../src/json/body.ts';
import { at, type Json, objectIn } from '../../src/json/json.ts';
import { pathAbove } from '../../src/path-template.ts';
import { percentEncoded } from '../../src/percent.ts';
import type { Setting } from '../core/context.ts';
import { collectionFor, createdIn, jsonIn, linkSourceOf, returnedIn } from '../core/created.ts';
import type { Deliver } from '../core/exchange.ts';
import type { ListingKind } from '../core/kind.ts';
import { details } from '../core/lost-details.ts';
import { operationAsked, pathValuesOf } from '../core/operation-of.ts';
import { jsonOfRequest, noncesOfRun, requestAt } from '../core/requests.ts';
import { timeToSettle } from '../core/settling.ts';
import { isMissing, wasAccepted } from '../core/status.ts';
import { type CollectionName, keyOfCollection } from '../core/target.ts';
import { unsent } from './ending.ts';
import { isWrite } from './write-limit.ts';

/** A record that this run created. */
export type OwnRecord = {
  readonly creation: OperationId;
  readonly id: string;
  /** The path of the request that created it. */
  readonly createdAt: string;
  /** The collection that lists it. */
  readonly collection?: CollectionName;
  /** Its path at each operation that reads, changes or deletes it. */
  readonly paths: ReadonlyMap<OperationId, string>;
  /** Whether the server showed that this run created it. */
  isProven: boolean;
  /** What the run last sent of it. */
  sent: Json | undefined;
  /** The record as accepted changes of it returned it; they may overtake each other. */
  readonly changed: unknown[];
  isDeleted: boolean;
  /** The status of its deletion at the end of the run, if that was not accepted. */
  deletionStatus?: number;
  /** When the response to its creation came, in milliseconds. */
  readonly since: number;
};

/** What an accepted request created. Without a record of this run, nothing changes or deletes it. */
export type NotedCreation = {
  readonly operation: string;
  readonly id: string | null;
  /** Where it is; if nothing finds it, where it was created. */
  readonly path: string;
  readonly own?: OwnRecord;
};

export type OwnRecords = {
  /** Learns from all responses which records this run created, and which were there before. */
  readonly watch: (next: Transport) => Transport;
  /** Sends what changes or deletes a record only if this run created it, and reading it shows that. */
  readonly guard: (next: Deliver, nextId: () => number) => Deliver;
  /** What was created, in the order of the responses. */
  readonly creations: () => readonly NotedCreation[];
  /** Reads whether a record is not there any more, such as one that was deleted with the record above it. */
  readonly isGone: (record: OwnRecord, next: Deliver) => Promise<boolean>;
  /** Waits until each request that was sent to create or change something has its response. */
  readonly settled: () => Promise<unknown>;
  /** The operations of creations without a response: what they created is not known. */
  readonly unanswered: () => readonly OperationId[];
};

/** What is left of an id for a server that ignores letter case, accents, width, leading zeros or a suffix such as `.json`. */
const roughly = (id: string): string =>
  id
    .normalize('NFKD')
    .replaceAll(/\p{M}|^0+(?=.)|\.\p{L}+$/gu, '')
    .toUpperCase()
    .toLowerCase();

/** An id, and others that a server may read in it: parts of it, or a number. */
const readsOf = (id: string): readonly string[] => [
  id,
  ...id.split(/[ :@+=$!|~]+/),
  ...(/^\d+/.exec(id) ?? []),
  ...(Number.isNaN(Number(id)) ? [] : [String(Number(id))]),
];

/** Whether a server, or something in front of it, may read an id as a path, a query, a list or a pattern. */
const mayLeadElsewhere = (id: string): boolean =>
  !/^[\p{L}\p{M}\p{N} ._~:@+=$!|-]+$/u.test(id) || /^[ .]|[ .]$/.test(id);

/** Whether a Link of a creation reads a parameter of the query. */
const isFoundByQuery = ({ links }: Operation): boolean =>
  links.some(({ parameters }) =>
    Object.values(parameters).some((value) => /^\$request\.query\./.test(String(value))),
  );

/** The time between two readings of a new record that does not show yet, in milliseconds. */
const between = 50;

const { notOwn } = details;

/** Where an operation finds a record: the values of its path parameters. */
type RecordPlace = { readonly operation: Operation; readonly values: readonly string[] };

/** What a response shows of a record: its body, the id in it, and the record itself. */
type ShownRecord = {
  readonly shown: Json | undefined;
  readonly id?: string | undefined;
  readonly found: unknown;
};

const bodyOf = (operation: Operation, shown: Json | undefined): ShownRecord => ({
  shown,
  id: idInBody(operation, shown),
  found: at(shown, ...operation.record),
});

/** What was read of a record before it is changed or deleted. */
type SeenRecord = Pick<Exchange, 'response'> & {
  readonly isMissing: boolean;
  readonly shown?: ShownRecord;
  /** The ETag of the record. */
  readonly tag?: string | undefined;
};

/** Creates the guard of a run. `nonce` is in what the run creates, if that has text. */
export function createOwnRecords({
  contract,
  target,
  nonce,
  readRecords,
}: Pick<Setting, 'contract' | 'target' | 'nonce'> & Pick<ListingKind, 'readRecords'>): OwnRecords {
  const own = new Map<string, OwnRecord>();
  const creations: NotedCreation[] = [];
  const before = new Set<string>();
  /** The records of listings that were noted: the same are listed again and again. */
  const noted = new Set<string>();
  const underWay = new Map<Promise<unknown>, OperationId>();
  const changes = new Set<Promise<unknown>>();
  const lost: OperationId[] = [];
  const ofRecords = everyOperation(contract).filter((one) => one.kind === 'read' || isChanging(one));
  const canChange = ofRecords.some(isChanging);

  const valuesIn = ({ method }: Operation, target: string): readonly string[] =>
    pathValuesOf(contract, { method, target });
  /** Identifies a record by its path, whatever the spelling and the prefix. */
  const keyOfValues = ({ path }: Operation, values: readonly string[], keyOf = keyOfId): string =>
    filledPath(path, values.map(keyOf).map(percentEncoded));
  const keyAt = (operation: Operation, target: string, keyOf = keyOfId): string =>
    keyOfValues(operation, valuesIn(operation, target), keyOf);
  const pathsBy = (
    creation: Operation,
    pathFor: (operation: Operation) => string | undefined,
  ): Map<OperationId, string> =>
    new Map(
      ofRecords
        .filter((one) => creatorOf(contract, one.id)?.id === creation.id)
        .flatMap((one) => {
          const path = pathFor(one);
          return path === undefined ? [] : [[one.id, path] as const];
        }),
    );
  const placesOf = (paths: ReadonlyMap<OperationId, string>): readonly RecordPlace[] =>
    [...paths].map(([id, path]) => {
      const operation = operationIn(contract, id);
      return { operation, values: valuesIn(operation, path) };
    });
  const keysOf = (places: readonly RecordPlace[], keyOf = keyOfId): string[] =>
    places.map(({ operation, values }) => keyOfValues(operation, values, keyOf));

  /** What a creation returned, and where each operation finds it. */
  const foundAfter = (exchange: Exchange) => {
    const created = createdIn(contract, exchange);
    return created && { ...created, paths: pathsBy(created.creation, created.pathFor) };
  };

  /** The record of this run that a creation returned; undefined if it may be of others, or nothing finds it. */
  const ownRecordOf = (exchange: Exchange, created: ReturnType<typeof foundAfter>): OwnRecord | undefined => {
    if (!created) return undefined;
    const { paths } = created;
    const places = placesOf(paths);
    const keys = keysOf(places);
    const known = keys.map((key) => own.get(key)).find((record) => record?.isDeleted === false);
    if (known) return known;
    // A Link may name another value of the response than the id.
    const named = places.flatMap(({ values }) => values);
    const given = new Set(pathValuesOf(contract, exchange.request));
    const shown = [created.id, ...named.filter((value) => !given.has(value))];
    const isOfOthers = (id: string): boolean =>
      readsOf(id)
        .flatMap((reading) => keysOf(places, (value) => roughly(value === id ? reading : value)))
        .some((key) => before.has(key));
    if (shown.some((id) => isOfOthers(id) || mayLeadElsewhere(id))) return undefined;
    const returned = returnedIn(exchange);
    const collection = collectionOf(created.creation, exchange.request, returned);
    const about = {
      creation: created.creation.id,
      id: created.id,
      createdAt: pathIn(exchange.request.target),
      paths,
      ...(collection ? { collection } : {}),
      // A server may read a body up to other text.
      sent: jsonOfRequest(exchange.request) ?? beginningOf(exchange.request.body ?? new Uint8Array()),
      changed: [],
      isDeleted: false,
      since: performance.now(),
    };
    const unproven = { ...about, isProven: false };
    const isProven =
      isOurs(unproven, bodyOf(created.creation, returned)) ||
      (isNew(exchange) && namesOnlyOwn(created.creation, unproven.sent, returned));
    const record = { ...unproven, isProven };
    for (const key of keys) own.set(key, record);
    return record;
  };

  const noteCreated = (operation: Operation | undefined, exchange: Exchange): void => {
    const { method, target } = exchange.request;
    const path = pathIn(target);
    const created = foundAfter(exchange);
    const record = canChange ? ownRecordOf(exchange, created) : undefined;
    const [found] = created?.paths.values() ?? [];
    creations.push({
      operation: operation?.id ?? `${method} ${path}`,
      path: found ?? path,
      id: (operation && idInBody(operation, returnedIn(exchange))) ?? null,
      ...(record ? { own: record } : {}),
    });
  };

  /** Notes records of others. While a creation is under way, what is shown may be new. */
  const noteOthers = (operation: Operation, exchange: Exchange): void => {
    if (underWay.size > 0) return;
    const creation = creatorOf(contract, operation.id);
    const { target } = exchange.request;
    if (operation.kind === 'read' && !own.has(keyAt(operation, target)))
      before.add(keyAt(operation, target, roughly));
    if (operation.kind !== 'list' || !creation) return;
    const where = isFoundByQuery(creation) ? target : pathIn(target);
    const source = linkSourceOf(contract, operation, exchange.request);
    for (const record of recordsIn(operation, jsonIn(exchange))) {
      const id = shownIdOf(operation, record);
      const name = `${where} ${id}`;
      if (id === undefined || noted.has(name)) continue;
      noted.add(name);
      const places = placesOf(pathsBy(creation, (one) => pathOfCreated(one, creation, id, source)));
      if (!keysOf(places).some((key) => own.has(key)))
        for (const key of keysOf(places, roughly)) before.add(key);
    }
  };

  const take = (operation: Operation | undefined, exchange: Exchange): void => {
    if (!wasAccepted(exchange)) return;
    if (isWrite(exchange.request) && !(operation && isChanging(operation))) noteCreated(operation, exchange);
    if (!operation || !canChange) return;
    if (operation.kind !== 'create' && !isChanging(operation)) noteOthers(operation, exchange);
    const record = own.get(keyAt(operation, exchange.request.target));
    if (record && operation.kind === 'delete') record.isDeleted = true;
    else if (record && isChanging(operation)) {
      record.sent = { ...objectIn(record.sent), ...objectIn(jsonOfRequest(exchange.request)) };
      record.changed.push(at(jsonIn(exchange), ...operation.record));
      // A replacement may create what was deleted.
      record.isDeleted = false;
    }
  };

  /** Whether a record without a nonce is stored as it was sent, and refers to records of this run only: no others name those. */
  const namesOnlyOwn = (creation: Operation, sent: Json | undefined, shown: Json | undefined): boolean => {
    const { references } = creation;
    const visible = visibleFields(creation, sent);
    const found = at(shown, ...creation.record);
    const isOwn = (id: unknown, by: OperationId): boolean =>
      [...own.values()].some(
        (one) => one.creation === by && one.isProven && !one.isDeleted && one.id === String(id),
      );
    return (
      references.length > 0 &&
      references.every(({ field, creation: by }) => isOwn(at(found, field), by)) &&
      noncesOfRun(JSON.stringify(visible), nonce).length === 0 &&
      isStored(visible, found)
    );
  };

  const isOurs = (
    record: Pick<OwnRecord, 'id' | 'sent' | 'changed' | 'creation' | 'isProven'>,
    { shown, id, found }: ShownRecord,
  ): boolean => {
    if (id !== undefined && keyOfId(id) !== keyOfId(record.id)) return false;
    // A replacement may clear all that told whose the record is.
    const isChanged = record.changed.some((one) => isDeepStrictEqual(one, found));
    if (id !== undefined && record.isProven && isChanged) return true;
    const text = JSON.stringify(shown ?? null).toLowerCase();
    const creation = operationIn(contract, record.creation);
    const visible = visibleFields(creation, record.sent);
    const sent = JSON.stringify(visible);
    const nonces = sent.includes(nonce) ? [nonce] : noncesOfRun(sent, nonce);
    if (nonces.length > 0) return nonces.some((one) => text.includes(one));
    // A server may find a record of others that has equal values.
    if (!record.isProven) return false;
    return isStored(visible, found);
  };

  /** The request that reads a record, as what creates, changes or deletes it is read; undefined if nothing reads it. */
  const readingOf = ({ paths }: OwnRecord, operation: OperationId) => {
    const reader = readerOf(contract, operation);
    const path = reader && paths.get(reader.id);
    if (!reader || path === undefined) return undefined;
    return { reader, path, request: requestAt({ contract, target }, reader.id, path) };
  };

  /** How to read whose a record is; undefined if the contract has no such way. */
  const proofOf = (
    operation: Operation,
    record: OwnRecord,
    next: Deliver,
  ): { readonly asks: string; readonly read: () => Promise<SeenRecord | undefined> } | undefined => {
    const reading = readingOf(record, operation.id);
    if (reading) {
      const { reader, request } = reading;
      const read = async (): Promise<SeenRecord> => {
        const { response } = await next(request);
        const shown = bodyOf(reader, jsonIn({ request, response }));
        const tag = isLost(response) ? undefined : header(response.headers, 'etag');
        return { response, isMissing: isMissing({ response }), shown, tag };
      };
      return { asks: `${reader.method} ${reading.path}`, read };
    }
    const { collection } = record;
    const listing = collection && operationIn(contract, collection.operation);
    const path = record.paths.get(operation.id);
    // At a path that is not below that of the listing, the same id may be that of another record.
    const isBelow =
      path !== undefined &&
      pathAbove(operation.path) === listing?.path &&
      String(valuesIn(operation, path).slice(0, -1)) === String(collection?.values);
    if (!collection || !listing || !isBelow) return undefined;
    const read = async (): Promise<SeenRecord | undefined> => {
      const { last, records } = await readRecords({ contract, target }, collection, next);
      const found = records?.get(keyOfId(record.id));
      return (
        last && {
          response: last.response,
          isMissing: isMissing(last) || (records !== undefined && found === undefined),
          ...(found === undefined ? {} : { shown: { shown: found, found } }),
        }
      );
    };
    return {
      asks: `${listing.method} ${filledPath(listing.path, collection.values.map(percentEncoded))}`,
      read,
    };
  };

  /** Whether the record was deleted below which this run created another one. */
  const isAboveDeleted = ({ creation: by, collection, createdAt }: OwnRecord): boolean => {
    const creation = operationIn(contract, by);
    const above = creatorAbove(contract, creation);
    const id = keyOfId((collection?.values ?? valuesIn(creation, createdAt)).at(-1) ?? '');
    return creations.some(
      ({ own: one }) => one?.isDeleted && one.creation === above?.id && keyOfId(one.id) === id,
    );
  };

  /** Reads where a record was created that nothing else shows; undefined if the contract has no such request. */
  const readingAbove = ({ creation, createdAt }: OwnRecord): HttpRequest | undefined => {
    const { path } = operationIn(contract, creation);
    const found = everyOperation(contract).find((one) => one.method === 'GET' && one.path === path);
    return found && requestAt({ contract, target }, found.id, createdAt);
  };

  const isGone = async (record: OwnRecord, next: Deliver): Promise<boolean> => {
    const { creation, collection, id } = record;
    const reading = readingOf(record, creation);
    if (reading && !isMissing(await next(reading.request))) return false;
    const above = reading || collection ? undefined : readingAbove(record);
    if (above) return isAboveDeleted(record) && isMissing(await next(above));
    const { last, records } = collection ? await readRecords({ contract, target }, collection, next) : {};
    if (last && isMissing(last)) return true;
    const isRead = reading !== undefined;
    return records ? !records.has(keyOfId(id)) && (isRead || isAboveDeleted(record)) : isRead;
  };

  /**
   * Reads a record before it is changed or deleted. Returns the request as it may be sent, with the ETag that was read if
   * that is required; else why it may not.
   */
  const checked = async (request: HttpRequest, next: Deliver): Promise<HttpRequest | string> => {
    const operation = operationAsked(contract, request);
    if (!operation || !isChanging(operation)) return notOwn.method(request.method);
    const record = own.get(keyAt(operation, request.target));
    const path = pathIn(request.target);
    if (!record) return notOwn.path(path);
    const proof = proofOf(operation, record, next);
    if (!proof) return notOwn.unreadable(path);
    const { asks, read } = proof;
    let seen = await read();
    // What was created may take some time to show.
    const isYoung = () => performance.now() - record.since < timeToSettle(target);
    while (seen?.isMissing && !record.isDeleted && isYoung()) {
      await pause(between);
      seen = await read();
    }
    if (!seen) return notOwn.unreadable(path);
    const { response, shown, tag } = seen;
    if (isLost(response)) return notOwn.lost(asks, response.detail);
    if (seen.isMissing && record.isDeleted) return request;
    if (isMissing({ response })) return notOwn.missing(asks, response.status);
    if (seen.isMissing) return notOwn.other(asks);
    if (!shown) return notOwn.unreadable(path);
    if (!isOurs(record, shown)) return notOwn.other(asks);
    record.isProven = true;
    const isNeeded = needsIfMatch(operation) && header(request.headers, 'if-match') === undefined;
    return isNeeded && tag !== undefined
      ? { ...request, headers: [...request.headers, ['if-match', tag]] }
      : request;
  };

  type Ids = Promise<Pick<ReadonlySet<string>, 'has'> | undefined>;
  /** The ids that each collection listed last. */
  const idsBefore = new Map<string, Ids>();
  const readIds = async (collection: CollectionName, next: Deliver): Ids =>
    (await readRecords({ contract, target }, collection, next)).records;

  /** The collection of what a request creates; undefined if it lists something else. */
  const collectionOf = (creation: Operation, request: HttpRequest, shown: Json | undefined) => {
    const collection = collectionFor(contract, creation, request, shown);
    const isOfCreated = collection && creatorOf(contract, collection.operation)?.id === creation.id;
    return isOfCreated ? collection : undefined;
  };

  /**
   * Sends a creation. If nothing that it can show is of this run, listings before and after it show whether its record is new.
   */
  const create = async (request: HttpRequest, next: Deliver): ReturnType<Deliver> => {
    const operation = operationAsked(contract, request);
    if (!canChange || operation?.kind !== 'create') return next(request);
    const visible = visibleFields(operation, jsonOfRequest(request));
    const text = visible.length > 0 ? JSON.stringify(visible) : Buffer.from(request.body ?? []).toString();
    if (noncesOfRun(text, nonce).length > 0) return next(request);
    // A response shows at most what was sent, until there is one.
    const collection = collectionOf(operation, request, jsonOfRequest(request));
    if (!collection) return next(request);
    const key = keyOfCollection(collection);
    const reading = idsBefore.get(key) ?? readIds(collection, next);
    idsBefore.set(key, reading);
    const before = await reading;
    const exchange = await next(request);
    const record = before && ownRecordOf(exchange, foundAfter(exchange));
    if (!record || !isNew(exchange)) return exchange;
    const shown = collectionOf(operation, request, returnedIn(exchange));
    if (!shown || keyOfCollection(shown) !== key) return exchange;
    const after = await readIds(collection, next);
    idsBefore.set(key, Promise.resolve(after));
    const id = keyOfId(record.id);
    if (!before.has(id) && after?.has(id) === true) record.isProven = true;
    return exchange;
  };

  const watched = (request: HttpRequest, next: Transport): ReturnType<Transport> => {
    const operation = operationAsked(contract, request);
    const creation = canChange && operation?.kind === 'create' ? operation.id : undefined;
    const note = async (): ReturnType<Transport> => {
      const response = await next(request);
      if (creation !== undefined && isLost(response) && !['rejected', 'unsent'].includes(response.lost))
        lost.push(creation);
      take(operation, { request, response });
      return response;
    };
    // A creation is under way until it is known what it created.
    const noted = note().finally(() => {
      underWay.delete(noted);
      changes.delete(noted);
    });
    if (creation !== undefined) underWay.set(noted, creation);
    else if (isWrite(request)) changes.add(noted);
    return noted;
  };

  return {
    watch: (next) => (request) => watched(request, next),
    guard: (next, nextId) => async (request) => {
      const isCreation = request.method === 'POST' && !isChangingPost(contract, request);
      if (isCreation) return create(request, next);
      const allowed = isWrite(request) ? await checked(request, next) : request;
      return typeof allowed === 'string'
        ? { id: nextId(), request, response: unsent(details.notSent(allowed)) }
        : next(allowed);
    },
    creations: () => creations,
    isGone,
    settled: () => Promise.allSettled([...underWay.keys(), ...changes]),
    unanswered: () => [...lost, ...underWay.values()],
  };
}

/** The fields of a request that may be returned: the others do not tell whose a record is. */
function visibleFields(
  creation: Operation,
  sent: Json | undefined,
): (readonly [name: string, value: Json])[] {
  const schemas = requestFields(creation);
  return Object.entries(objectIn(sent, ...creation.sentIn)).filter(
    ([name]) => at(schemas[name], 'writeOnly') !== true,
  );
}

/** Whether a response says that a record is new: one that was there is returned with another status. */
const isNew = ({ response }: Exchange): boolean => !isLost(response) && response.status === 201;

/** Whether those of some fields that a record shows are as they were sent. */
function isStored(fields: readonly (readonly [name: string, value: Json])[], shown: unknown): boolean {
  const shared = fields.filter(([name]) => at(shown, name) !== undefined);
  return shared.length > 0 && shared.every(([name, value]) => isStoredAs(value, at(shown, name)));
}

/** Whether a value is shown as it was sent, or as frameworks convert it: `"5"` to 5, `true` to 1. */
const isStoredAs = (sent: Json, shown: unknown): boolean =>
  JSON.stringify(sent) === JSON.stringify(shown) ||
  (typeof sent !== 'object' &&
    [String(sent), Number(sent)].some((one) => one === shown || one === Number(shown)));

/** Whether a POST changes a record instead of creating one. */
function isChangingPost(contract: Contract, request: HttpRequest): boolean {
  const operation = operationAsked(contract, request);
  return (
    operation?.method === 'POST' &&
    (isChanging(operation) || (operation.kind === 'other' && operation.pathParameters.length > 0))
  );
}
