// Which records a run created, as its responses show, and which were there before.

import type { Contract } from '../../../src/contract/contract.ts';
import { pathOfCreated } from '../../../src/contract/created-paths.ts';
import {
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
} from '../../../src/contract/operations.ts';
import { idInBody, keyOfId, recordsIn, shownIdOf } from '../../../src/contract/record.ts';
import { creatorOf, deleterOf } from '../../../src/contract/related-operations.ts';
import {
  type Exchange,
  type HttpRequest,
  isLost,
  pathIn,
  type Transport,
} from '../../../src/http/exchange.ts';
import { beginningOf } from '../../../src/json/body.ts';
import { at, type Json, objectIn, withAt } from '../../../src/json/json.ts';
import type { Setting } from '../../core/context.ts';
import { collectionFor, jsonIn, linkSourceOf, returnedIn } from '../../core/created.ts';
import { operationAsked, pathValuesOf } from '../../core/operation-of.ts';
import { jsonOfRequest, wholeNonces } from '../../core/requests.ts';
import { wasAccepted, wasRejected } from '../../core/status.ts';
import { type CollectionName, isSameCollection } from '../../core/target.ts';
import { keyOfRequest } from '../sending/request-cache.ts';
import { isWrite } from '../sending/write-limit.ts';
import { mayBeGivenAgain } from './given-again.ts';
import { foundAfter, hasChanges, keyAt, keysOf, pathsBy, placesOf } from './record-keys.ts';
import { mayLeadElsewhere, readingsOfId, roughly } from './unsafe-ids.ts';
import { isNew, isOurs, namesOnlyOwn, type OwnRecord, shownIn } from './whose-record.ts';

/** What an accepted request created. Without a record of this run, nothing changes or deletes it. */
export type NotedCreation = {
  readonly operation: string;
  readonly id: string | null;
  /** Where it is; if nothing finds it, where it was created. */
  readonly path: string;
  readonly own?: OwnRecord;
};

type UnansweredCreation = {
  readonly operation: OperationId;
  readonly collection?: CollectionName;
  /** What tells its record from all others. */
  readonly nonces: readonly string[];
};

export type OwnRecords = {
  /** Learns from all responses which records this run created, and which were there before. */
  readonly watch: (next: Transport) => Transport;
  /** The record of this run at which a request is directed. */
  readonly recordAt: (operation: Operation, target: string) => OwnRecord | undefined;
  /** The record of this run that a creation returned; undefined if it may be of others, or nothing finds it. */
  readonly createdBy: (exchange: Exchange) => OwnRecord | undefined;
  /** Whether the server may have given the id of a deleted record to another one. */
  readonly mayBeGivenAgain: (record: OwnRecord) => boolean;
  /** What was created, in the order of the responses. */
  readonly creations: () => readonly NotedCreation[];
  /** The records that were created. */
  readonly records: () => readonly OwnRecord[];
  /** Waits until each request that was sent to create or change something has its response. */
  readonly settled: () => Promise<unknown>;
  /** Requests to create something without a response: what they created is not known. */
  readonly unanswered: () => readonly UnansweredCreation[];
  /** Learns what is left of this run from all records of a collection, as its last page ends it. */
  readonly takeListed: (
    collection: CollectionName,
    records: ReadonlyMap<string, Json>,
    last: HttpRequest,
  ) => void;
};

/** Whether a Link of a creation reads a parameter of the query. */
const isFoundByQuery = ({ links }: Operation): boolean =>
  links.some(({ parameters }) =>
    Object.values(parameters).some((value) => /^\$request\.query\./.test(String(value))),
  );

/** The collection of what a request creates; undefined if it lists something else. */
export function collectionOfCreated(
  contract: Contract,
  creation: Operation,
  request: HttpRequest,
  shown: Json | undefined,
): CollectionName | undefined {
  const collection = collectionFor(contract, creation, request, shown);
  const isOfCreated = collection && creatorOf(contract, collection.operation)?.id === creation.id;
  return isOfCreated ? collection : undefined;
}

/** Notes the records of a run. `nonce` is in what the run creates, if that has text. */
export function noteOwnRecords({ contract, nonce }: Pick<Setting, 'contract' | 'nonce'>): OwnRecords {
  const own = new Map<string, OwnRecord>();
  const creations: NotedCreation[] = [];
  const before = new Set<string>();
  /** The records of listings that were noted: the same are listed again and again. */
  const noted = new Set<string>();
  const creationsUnderWay = new Map<Promise<unknown>, UnansweredCreation>();
  const changes = new Set<Promise<unknown>>();
  let lost: readonly (UnansweredCreation & { readonly request: string })[] = [];
  const canChange = hasChanges(contract);

  const ownRecordOf = (
    exchange: Exchange,
    created: ReturnType<typeof foundAfter>,
    askedAt: number,
  ): OwnRecord | undefined => {
    if (!created) return undefined;
    const { paths } = created;
    const places = placesOf(contract, paths);
    const keys = keysOf(places);
    const known = keys.map((key) => own.get(key)).find((record) => record?.isDeleted === false);
    if (known) return known;
    // A Link may name another value of the response than the id.
    const named = places.flatMap(({ values }) => values);
    const given = new Set(pathValuesOf(contract, exchange.request));
    const shown = [created.id, ...named.filter((value) => !given.has(value))];
    const isOfOthers = (id: string): boolean =>
      readingsOfId(id)
        .flatMap((reading) => keysOf(places, (value) => roughly(value === id ? reading : value)))
        .some((key) => before.has(key));
    if (shown.some((id) => isOfOthers(id) || mayLeadElsewhere(id))) return undefined;
    const returned = returnedIn(exchange);
    const collection = collectionOfCreated(contract, created.creation, exchange.request, returned);
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
      askedAt,
      since: performance.now(),
    };
    const unproven = { ...about, isProven: false };
    const isProven =
      isOurs({ contract, nonce }, unproven, shownIn(created.creation, returned)) ||
      (isNew(exchange) && namesOnlyOwn(nonce, created.creation, unproven.sent, returned, [...own.values()]));
    const record = { ...unproven, isProven };
    for (const key of keys) own.set(key, record);
    return record;
  };

  const noteCreated = (operation: Operation | undefined, exchange: Exchange, askedAt: number): void => {
    const { method, target } = exchange.request;
    const path = pathIn(target);
    const created = foundAfter(contract, exchange);
    const record = canChange ? ownRecordOf(exchange, created, askedAt) : undefined;
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
    if (creationsUnderWay.size > 0) return;
    const creation = creatorOf(contract, operation.id);
    const { target } = exchange.request;
    if (operation.kind === 'read' && !own.has(keyAt(contract, operation, target)))
      before.add(keyAt(contract, operation, target, roughly));
    if (operation.kind !== 'list' || !creation) return;
    const where = isFoundByQuery(creation) ? target : pathIn(target);
    const source = linkSourceOf(contract, operation, exchange.request);
    for (const record of recordsIn(operation, jsonIn(exchange))) {
      const id = shownIdOf(operation, record);
      const name = `${where} ${id}`;
      if (id === undefined || noted.has(name)) continue;
      noted.add(name);
      // A creation that was delivered twice, or got no response, made it.
      if (noncesIn(record).length > 0) continue;
      const paths = pathsBy(contract, creation, (one) => pathOfCreated(one, creation, id, source));
      const places = placesOf(contract, paths);
      if (!keysOf(places).some((key) => own.has(key)))
        for (const key of keysOf(places, roughly)) before.add(key);
    }
  };

  const wholeNonce = wholeNonces(nonce);
  const noncesIn = (shown: Json | undefined): readonly string[] =>
    JSON.stringify(shown ?? null)
      .toLowerCase()
      .match(wholeNonce) ?? [];

  /** A request as it is sent again: with another nonce. */
  const withoutNonces = (request: HttpRequest): string => keyOfRequest(request).replaceAll(wholeNonce, '');

  const unansweredBy = (operation: Operation, request: HttpRequest): UnansweredCreation => {
    const sent = jsonOfRequest(request);
    const collection = collectionOfCreated(contract, operation, request, sent);
    return { operation: operation.id, nonces: noncesIn(sent), ...(collection ? { collection } : {}) };
  };

  /** A record of a listing that shows a nonce of this run, though no response to a creation returned it. */
  const adopt = (
    listing: Operation,
    record: Json,
    request: HttpRequest,
    collection: CollectionName,
  ): void => {
    const creation = creatorOf(contract, listing.id);
    const id = shownIdOf(listing, record);
    if (!creation || id === undefined || mayLeadElsewhere(id)) return;
    const isKnown = creations.some(
      (one) =>
        one.operation === creation.id &&
        keyOfId(one.id ?? '') === keyOfId(id) &&
        isSameCollection(one.own?.collection ?? collection, collection),
    );
    if (isKnown) return;
    const source = linkSourceOf(contract, listing, request);
    const paths = pathsBy(contract, creation, (one) => pathOfCreated(one, creation, id, source));
    const places = placesOf(contract, paths);
    if (keysOf(places).some((key) => own.has(key)) || keysOf(places, roughly).some((key) => before.has(key)))
      return;
    const found: OwnRecord = {
      creation: creation.id,
      ...{ id, paths, collection, createdAt: pathIn(request.target) },
      sent: withAt({}, creation.sentIn, record),
      ...{ changed: [], isDeleted: false, isProven: true, askedAt: 0, since: performance.now() },
    };
    for (const key of keysOf(places)) own.set(key, found);
    const [path = found.createdAt] = paths.values();
    creations.push({ operation: creation.id, id, path, own: found });
  };

  const records = (): readonly OwnRecord[] => [...new Set(creations.flatMap((one) => one.own ?? []))];

  const takeListed: OwnRecords['takeListed'] = (collection, listedById, last) => {
    const isIn = (one: { readonly collection?: CollectionName }): boolean =>
      one.collection !== undefined && isSameCollection(one.collection, collection);
    for (const record of records()) {
      if (!isIn(record)) continue;
      const listed = listedById.get(keyOfId(record.id));
      const isShown =
        listed !== undefined && isOurs({ contract, nonce }, record, { shown: listed, found: listed });
      const isSoft = deleterOf(contract, operationIn(contract, record.creation))?.softDelete !== undefined;
      record.isStaying = record.isDeleted && isShown && !isSoft;
    }
    const listing = operationIn(contract, collection.operation);
    for (const record of listedById.values())
      if (noncesIn(record).length > 0) adopt(listing, record, last, collection);
    lost = lost.filter((one) => !isIn(one) || one.nonces.length === 0);
  };

  const take = (operation: Operation | undefined, exchange: Exchange, askedAt: number): void => {
    if (!wasAccepted(exchange)) return;
    if (isWrite(exchange.request) && !(operation && isChanging(operation)))
      noteCreated(operation, exchange, askedAt);
    if (!operation || !canChange) return;
    if (operation.kind !== 'create' && !isChanging(operation)) noteOthers(operation, exchange);
    const record = own.get(keyAt(contract, operation, exchange.request.target));
    if (record && operation.kind === 'delete') {
      record.isDeleted = true;
      record.deletedAt = performance.now();
      if (!isLost(exchange.response)) record.deletionStatus = exchange.response.status;
    } else if (record && isChanging(operation)) {
      record.sent = { ...objectIn(record.sent), ...objectIn(jsonOfRequest(exchange.request)) };
      record.changed.push(at(jsonIn(exchange), ...operation.record));
      // A replacement may create what was deleted; else it may have reached a record of others with the same id.
      if (record.isDeleted && !isNew(exchange)) {
        for (const one of keysOf(placesOf(contract, record.paths))) own.delete(one);
        record.isProven = false;
      }
      record.isDeleted = false;
      delete record.deletionStatus;
    }
  };

  const watched = (request: HttpRequest, next: Transport): ReturnType<Transport> => {
    const operation = operationAsked(contract, request);
    const creation = canChange && operation?.kind === 'create' ? unansweredBy(operation, request) : undefined;
    const note = async (): ReturnType<Transport> => {
      const askedAt = performance.now();
      const response = await next(request);
      if (creation !== undefined && isLost(response) && !['rejected', 'unsent'].includes(response.lost))
        lost = [...lost, { ...creation, request: withoutNonces(request) }];
      // What is rejected for itself was rejected before, too.
      if (
        !isLost(response) &&
        wasRejected({ request, response }) &&
        ![408, 409, 425, 429].includes(response.status)
      ) {
        const repeated = withoutNonces(request);
        lost = lost.filter((one) => one.request !== repeated);
      }
      take(operation, { request, response }, askedAt);
      return response;
    };
    // A creation is under way until it is known what it created.
    const noting = note().finally(() => {
      creationsUnderWay.delete(noting);
      changes.delete(noting);
    });
    if (creation !== undefined) creationsUnderWay.set(noting, creation);
    else if (isWrite(request)) changes.add(noting);
    return noting;
  };

  return {
    watch: (next) => (request) => watched(request, next),
    recordAt: (operation, target) => own.get(keyAt(contract, operation, target)),
    createdBy: (exchange) => ownRecordOf(exchange, foundAfter(contract, exchange), performance.now()),
    mayBeGivenAgain: (record) => mayBeGivenAgain(nonce, record, own.values()),
    creations: () => creations,
    records,
    settled: () => Promise.allSettled([...creationsUnderWay.keys(), ...changes]),
    unanswered: () => [...lost, ...creationsUnderWay.values()],
    takeListed,
  };
}
