// The only place through which requests pass that change or delete a record: they reach only what this run created.

import { setTimeout as pause } from 'node:timers/promises';
import { needsIfMatch } from '../../../src/contract/conditions.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { isChanging } from '../../../src/contract/operations.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import { type HttpRequest, header, isLost, pathIn } from '../../../src/http/exchange.ts';
import { unfilledIn } from '../../../src/path-template.ts';
import { returnedIn } from '../../core/created.ts';
import type { Deliver, RunExchange } from '../../core/exchange.ts';
import { details, unsent } from '../../core/lost-details.ts';
import { noncesOfRun } from '../../core/nonces.ts';
import { operationAsked } from '../../core/operation-of.ts';
import { jsonOfRequest } from '../../core/requests.ts';
import { timeToSettle } from '../../core/settling.ts';
import { wasAccepted } from '../../core/status.ts';
import { type CollectionName, keyOfCollection } from '../../core/target.ts';
import { isWrite } from '../sending/write-limit.ts';
import type { OwnRecords } from './own-records.ts';
import { proofOf, type ReadingSetting } from './read-own-record.ts';
import { collectionOfCreated, hasChanges } from './record-keys.ts';
import { isNew, isOurs, visibleFields } from './whose-record.ts';

const { notOwn } = details;

/** The time between two readings of a new record that does not show yet, in milliseconds. */
const between = 50;

type Guarding = ReadingSetting & { readonly nonce: string };

/** Makes what sends a change or a deletion of a record only if this run created it, and reading it shows that. */
export function guardingOf(
  setting: Guarding,
  ownRecords: OwnRecords,
): (next: Deliver, nextId: () => number) => Deliver {
  const { contract } = setting;
  const create = creationsSender(setting, ownRecords);
  return (next, nextId) => async (request) => {
    const notSent = (why: string): RunExchange => ({
      id: nextId(),
      request,
      response: unsent(details.notSent(why)),
    });
    const isCreation = request.method === 'POST' && !isChangingPost(contract, request);
    const parameters = (isCreation && operationAsked(contract, request)?.pathParameters) || [];
    const unknown = unfilledIn(pathIn(request.target), parameters);
    if (unknown !== undefined) return notSent(details.unknownValue(unknown));
    if (isCreation) return create(request, next);
    if (!isWrite(request)) return next(request);
    const allowed = await allowedRequest(setting, ownRecords, request, next);
    if (typeof allowed === 'string') return notSent(allowed);
    return next(allowed, async () => {
      const repeated = await allowedRequest(setting, ownRecords, request, next, true);
      return typeof repeated !== 'string';
    });
  };
}

/**
 * Reads a record before it is changed or deleted. Returns the request as it may be sent, with the ETag that was read if
 * that is required; else why it may not. Before a repetition, which may find that it was done, only the nonce proves whose
 * the record is.
 */
async function allowedRequest(
  setting: Guarding,
  ownRecords: OwnRecords,
  request: HttpRequest,
  next: Deliver,
  isRepeated = false,
): Promise<HttpRequest | string> {
  const { contract, target } = setting;
  const operation = operationAsked(contract, request);
  if (!operation || !isChanging(operation)) return notOwn.method(request.method);
  const record = ownRecords.recordAt(operation, request.target);
  const path = pathIn(request.target);
  if (!record) return notOwn.path(path);
  const proof = proofOf(setting, operation, record, next);
  if (!proof) return notOwn.unreadable(path);
  const { asks, read } = proof;
  if (isRepeated) record.isProven = false;
  let seen = await read();
  // What was created may take some time to show.
  const isYoung = () => !isRepeated && performance.now() - record.since < timeToSettle(target);
  while (seen?.isMissing && !record.isDeleted && isYoung()) {
    await pause(between);
    seen = await read();
  }
  if (!seen) return notOwn.unreadable(path);
  const { response, shown, tag } = seen;
  if (isLost(response)) return notOwn.lost(asks, response.detail);
  if (seen.isMissing && record.isDeleted)
    return ownRecords.mayBeGivenAgain(record) ? notOwn.givenAgain(path) : request;
  if (!wasAccepted({ response })) return notOwn.missing(asks, response.status);
  if (seen.isMissing) return notOwn.other(asks);
  if (!shown) return notOwn.unreadable(path);
  record.isProven = isOurs(setting, record, shown);
  if (!record.isProven) return notOwn.other(asks);
  const isNeeded = needsIfMatch(operation) && header(request.headers, 'if-match') === undefined;
  return isNeeded && tag !== undefined
    ? { ...request, headers: [...request.headers, ['if-match', tag]] }
    : request;
}

type Ids = Promise<Pick<ReadonlySet<string>, 'has'> | undefined>;

/**
 * Sends creations. If nothing that one can show is of this run, its record is new if a listing shows it only afterwards, and
 * the server creates two records of two such requests: one may list what it found.
 */
function creationsSender(
  { contract, target, nonce, readRecords }: Guarding,
  ownRecords: OwnRecords,
): (request: HttpRequest, next: Deliver) => ReturnType<Deliver> {
  /** Whether two equal requests with some fields create two records. */
  const createsEach = new Map<string, boolean>();
  /** The ids that each collection listed last. */
  const idsBefore = new Map<string, Ids>();
  const readIds = async (collection: CollectionName, next: Deliver): Ids =>
    (await readRecords({ contract, target }, collection, next)).records;
  const canChange = hasChanges(contract);
  return async (request, next) => {
    const operation = operationAsked(contract, request);
    if (!canChange || operation?.kind !== 'create') return next(request);
    const visible = visibleFields(operation, jsonOfRequest(request));
    const text = visible.length > 0 ? JSON.stringify(visible) : Buffer.from(request.body ?? []).toString();
    if (noncesOfRun(text, nonce).length > 0) return next(request);
    // A response shows at most what was sent, until there is one.
    const collection = collectionOfCreated(contract, operation, request, jsonOfRequest(request));
    if (!collection) return next(request);
    const key = keyOfCollection(collection);
    const reading = idsBefore.get(key) ?? readIds(collection, next);
    idsBefore.set(key, reading);
    const before = await reading;
    const exchange = await next(request);
    const record = before && ownRecords.createdBy(exchange);
    if (!record || !isNew(exchange)) return exchange;
    const shown = collectionOfCreated(contract, operation, request, returnedIn(exchange));
    if (!shown || keyOfCollection(shown) !== key) return exchange;
    const kind = JSON.stringify([operation.id, visible.map(([name]) => name).toSorted()]);
    const twin = createsEach.has(kind) ? undefined : await next(request);
    const other = twin && isNew(twin) ? ownRecords.createdBy(twin) : undefined;
    if (twin) createsEach.set(kind, other !== undefined && keyOfId(other.id) !== keyOfId(record.id));
    const after = await readIds(collection, next);
    idsBefore.set(key, Promise.resolve(after));
    for (const one of createsEach.get(kind) === true ? [record, ...(other ? [other] : [])] : [])
      one.isProven ||= !before.has(keyOfId(one.id)) && after?.has(keyOfId(one.id)) === true;
    return exchange;
  };
}

/** Whether a POST changes a record instead of creating one. */
function isChangingPost(contract: Contract, request: HttpRequest): boolean {
  const operation = operationAsked(contract, request);
  return (
    operation?.method === 'POST' &&
    (isChanging(operation) || (operation.kind === 'other' && operation.pathParameters.length > 0))
  );
}
