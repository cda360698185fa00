// Which records a run created, as its responses show.

import {
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
} from '../../../src/contract/operations.ts';
import { idInBody, keyOfId } from '../../../src/contract/record.ts';
import { deleterOf } from '../../../src/contract/related-operations.ts';
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
import { jsonIn, returnedIn } from '../../core/created.ts';
import { operationAsked, pathValuesOf } from '../../core/operation-of.ts';
import { jsonOfRequest } from '../../core/requests.ts';
import { wasAccepted } from '../../core/status.ts';
import { type CollectionName, isSameCollection } from '../../core/target.ts';
import { isWrite } from '../sending/write-limit.ts';
import { adoptedFrom } from './adopted-records.ts';
import { mayBeGivenAgain } from './given-again.ts';
import { collectionOfCreated, foundAfter, hasChanges, keyAt, keysOf, placesOf } from './record-keys.ts';
import { noteRecordsBefore } from './records-before.ts';
import { noteUnanswered, type UnansweredCreation } from './unanswered-creations.ts';
import { mayLeadElsewhere, readingsOfId, roughly } from './unsafe-ids.ts';
import { isNew, isOurs, namesOnlyOwn, noncesIn, type OwnRecord, shownIn } from './whose-record.ts';

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

/** Notes the records of a run. `nonce` is in what the run creates, if that has text. */
export function noteOwnRecords({ contract, nonce }: Pick<Setting, 'contract' | 'nonce'>): OwnRecords {
  const own = new Map<string, OwnRecord>();
  const creations: NotedCreation[] = [];
  const showsNonce = (record: Json): boolean => noncesIn(nonce, record).length > 0;
  const before = noteRecordsBefore(contract, (key) => own.has(key), showsNonce);
  const unanswered = noteUnanswered({ contract, nonce });
  const canChange = hasChanges(contract);

  /** What creates records with ids that deleted ones had. */
  const givesAgain = new Set<OperationId>();

  const keep = (record: OwnRecord): void => {
    for (const key of keysOf(placesOf(contract, record.paths))) {
      if (own.get(key)?.isDeleted) givesAgain.add(record.creation);
      own.set(key, record);
    }
  };

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
      before.hasAny(
        readingsOfId(id).flatMap((reading) =>
          keysOf(places, (value) => roughly(value === id ? reading : value)),
        ),
      );
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
    keep(record);
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

  const records = (): readonly OwnRecord[] => [...new Set(creations.flatMap((one) => one.own ?? []))];

  /** Takes a record that shows a nonce of this run for one of it, if it is not known as that, or as one of others. */
  const adopt = (listing: Operation, record: Json, last: HttpRequest, collection: CollectionName): void => {
    const adopted = adoptedFrom(contract, listing, record, last, collection);
    const isSame = (one: NotedCreation): boolean =>
      one.operation === adopted?.creation &&
      keyOfId(one.id ?? '') === keyOfId(adopted.id) &&
      isSameCollection(one.own?.collection ?? collection, collection);
    if (!adopted || creations.some(isSame)) return;
    const { creation, id, paths, createdAt } = adopted;
    const places = placesOf(contract, paths);
    if (keysOf(places).some((key) => own.has(key)) || before.hasAny(keysOf(places, roughly))) return;
    keep(adopted);
    const [path = createdAt] = paths.values();
    creations.push({ operation: creation, id, path, own: adopted });
  };

  const takeListed: OwnRecords['takeListed'] = (collection, listedById, last) => {
    for (const record of records()) {
      if (!record.collection || !isSameCollection(record.collection, collection)) continue;
      const listed = listedById.get(keyOfId(record.id));
      const isShown =
        listed !== undefined && isOurs({ contract, nonce }, record, { shown: listed, found: listed });
      const isSoft = deleterOf(contract, operationIn(contract, record.creation))?.softDelete !== undefined;
      record.isStaying = record.isDeleted && isShown && !isSoft;
    }
    const listing = operationIn(contract, collection.operation);
    for (const record of listedById.values())
      if (showsNonce(record)) adopt(listing, record, last, collection);
    unanswered.forgetIn(collection);
  };

  const take = (operation: Operation | undefined, exchange: Exchange, askedAt: number): void => {
    if (!wasAccepted(exchange)) return;
    if (isWrite(exchange.request) && !(operation && isChanging(operation)))
      noteCreated(operation, exchange, askedAt);
    if (!operation || !canChange) return;
    // While a creation is under way, what is shown may be new.
    const isSettled = !unanswered.isAnyUnderWay();
    if (isSettled && operation.kind !== 'create' && !isChanging(operation)) before.take(operation, exchange);
    const record = own.get(keyAt(contract, operation, exchange.request.target));
    if (record && operation.kind === 'delete') {
      record.isDeleted = true;
      record.deletion = { askedAt, since: performance.now() };
      if (!isLost(exchange.response)) record.deletionStatus = exchange.response.status;
    } else if (record && isChanging(operation)) {
      const { sentIn } = operationIn(contract, record.creation);
      const sent = objectIn(jsonOfRequest(exchange.request), ...operation.sentIn);
      // What a replacement leaves out is not known any more.
      const kept = operation.kind === 'replace' ? {} : objectIn(record.sent, ...sentIn);
      record.sent = withAt({}, sentIn, { ...kept, ...sent });
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
    return unanswered.during(operation, request, async () => {
      const askedAt = performance.now();
      const response = await next(request);
      take(operation, { request, response }, askedAt);
      return response;
    });
  };

  return {
    watch: (next) => (request) => watched(request, next),
    recordAt: (operation, target) => own.get(keyAt(contract, operation, target)),
    createdBy: (exchange) => ownRecordOf(exchange, foundAfter(contract, exchange), performance.now()),
    mayBeGivenAgain: (record) =>
      mayBeGivenAgain(nonce, record, own.values(), givesAgain.has(record.creation)),
    creations: () => creations,
    records,
    settled: unanswered.settled,
    unanswered: unanswered.all,
    takeListed,
  };
}
