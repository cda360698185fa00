// Faults of servers that lose track of their records.

import type { OperationId } from '../../src/contract/contract.ts';
import { allows } from '../../src/contract/fitting.ts';
import { filterIn } from '../../src/contract/list-filters.ts';
import { readerOf } from '../../src/contract/lives.ts';
import { creatorOf, type Operation, operationIn } from '../../src/contract/operations.ts';
import { recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { schemaAt } from '../../src/contract/schema-at.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Mutant,
  queryIn,
} from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../../src/json/json.ts';
import { type CreatedRecord, createdIn, jsonIn } from '../core/created.ts';
import { operationOf } from '../core/operation-of.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { withHeaderAt } from '../list/mutants.ts';
import { valueAt } from '../list/read-place.ts';
import { isFor, withJson } from '../mutants/edits.ts';

type Next = Parameters<Mutant>[0];

/** What a fault does after an operation was served: it may send more, and change the response. */
type Afterwards = (served: {
  readonly exchange: Exchange & { readonly response: HttpResponse };
  readonly next: Next;
  /** The records that were created before, the last first. */
  readonly made: readonly CreatedRecord[];
  readonly first: boolean;
}) => Promise<HttpResponse | undefined>;

/** A fault after an operation was served, whatever it returned. */
export const afterwards =
  (operation: OperationId, act: Afterwards): Mutant =>
  (next, contract) => {
    const made: CreatedRecord[] = [];
    const seen = new Set<string>();
    return async (request) => {
      const response = await next(request);
      const created = createdIn(contract, { request, response });
      if (created) made.unshift(created);
      if (!isFor(contract, operation, request) || isLost(response)) return response;
      if (request.method !== operationIn(contract, operation).method) return response;
      const first = !seen.has(request.target);
      if (wasAccepted({ response })) seen.add(request.target);
      return (await act({ exchange: { request, response }, next, made, first })) ?? response;
    };
  };

/** A fault that serves an operation in another way. */
export const instead =
  (operation: OperationId, serve: (request: HttpRequest, next: Next) => ReturnType<Next>): Mutant =>
  (next, contract) =>
  (request) =>
    isFor(contract, operation, request) && request.method === operationIn(contract, operation).method
      ? serve(request, next)
      : next(request);

/** Serves an operation, and puts the record back as it was before. */
export const undone = (
  operation: OperationId,
  isMeant: (exchange: Exchange) => boolean = () => true,
): Mutant => rewrittenAfter(operation, isMeant, (before) => before);

/**
 * After an operation was served, the record has other fields, sent by another request to the stub. Only a contract with
 * an operation that replaces or updates has this fault.
 */
export const rewrittenAfter =
  (
    operation: OperationId,
    isMeant: (exchange: Exchange) => boolean,
    fieldsOf: (before: JsonObject, sent: JsonObject, after: JsonObject) => JsonObject,
  ): Mutant =>
  (next, contract) =>
  async (request) => {
    const changing = operationIn(contract, operation);
    if (!isFor(contract, operation, request) || request.method !== changing.method) return next(request);
    const reader = readerOf(contract, operation);
    const reading = { method: 'GET', target: request.target, headers: request.headers };
    const before = recordOf(reader, { request, response: await next(reading) });
    const response = await next(request);
    if (isLost(response) || !before || !isMeant({ request, response })) return response;
    const after = recordOf(reader, { request, response: await next(reading) }) ?? before;
    const sent = at(jsonOfRequest(request), ...changing.sentIn);
    const wanted = fieldsOf(before, isObject(sent) ? sent : {}, after);
    const fields = at(schemaAt(changing.request, changing.sentIn), 'properties');
    const names = Object.keys(isObject(fields) ? fields : {});
    const body = Object.fromEntries(Object.entries(wanted).filter(([name]) => names.includes(name)));
    await next({ ...request, body: Buffer.from(JSON.stringify(withAt({}, changing.sentIn, body))) });
    return response;
  };

const recordOf = (reader: ReturnType<typeof readerOf>, exchange: Exchange): JsonObject | undefined => {
  const found = reader && wasAccepted(exchange) ? at(jsonIn(exchange), ...reader.record) : undefined;
  return isObject(found) ? found : undefined;
};

/** A listing that still shows what was deleted. */
export const listedAfterDeletion =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    const ghosts: JsonObject[] = [];
    return async (request) => {
      const found = operationOf(contract, request);
      const asked = found === undefined ? undefined : operationIn(contract, found);
      const reader = readerOf(contract, operation);
      if (asked?.id === operation && request.method === 'DELETE') {
        const reading = { method: 'GET', target: request.target, headers: request.headers };
        const ghost = recordOf(reader, { request, response: await next(reading) });
        const response = await next(request);
        if (ghost && wasAccepted({ response })) ghosts.push(ghost);
        return response;
      }
      const response = await next(request);
      const isListing =
        asked?.kind === 'list' && creatorOf(contract, asked.id) === creatorOf(contract, operation);
      if (!isListing || isLost(response) || ghosts.length === 0) return response;
      const body = jsonIn({ request, response });
      const records = recordsIn(asked, body);
      return body === undefined
        ? response
        : withJson(response, withAt(body, asked.record, [...records, ...ghosts]));
    };
  };

/** A listing whose total stays what it was at first. */
export const constantTotal =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    const totals = new Map<string, Json>();
    return async (request) => {
      const response = await next(request);
      const found = operationOf(contract, request);
      const asked = found === undefined ? undefined : operationIn(contract, found);
      if (!asked?.list || creatorOf(contract, asked.id)?.id !== operation || isLost(response))
        return response;
      const body = jsonIn({ request, response });
      const place = asked.list.total?.at;
      if (body === undefined || !place) return response;
      const total = valueAt(place, { json: body, headers: response.headers });
      const [path = ''] = request.target.split('?');
      if (typeof total === 'number' && !totals.has(path)) totals.set(path, total);
      const kept = totals.get(path);
      if (kept === undefined) return response;
      return place.of === 'header'
        ? withHeaderAt(response, place.name, kept)
        : withJson(response, withAt(body, place.path, kept));
    };
  };

/** A listing without what was created, or only a filtered one. */
export const unlisted =
  (operation: OperationId, where: 'filtered' | 'everywhere' = 'everywhere'): Mutant =>
  (next, contract) => {
    const made = new Set<string>();
    return async (request) => {
      const response = await next(request);
      const created = createdIn(contract, { request, response });
      if (created?.creation.id === operation) made.add(created.id);
      const found = operationOf(contract, request);
      const asked = found === undefined ? undefined : operationIn(contract, found);
      const isListing = asked?.kind === 'list' && creatorOf(contract, asked.id)?.id === operation;
      if (!isListing || isLost(response)) return response;
      const isFiltered = asked.list !== undefined && filterIn(asked.list, queryIn(request.target)).length > 0;
      if (where === 'filtered' && !isFiltered) return response;
      const body = jsonIn({ request, response });
      if (body === undefined) return response;
      const left = recordsIn(asked, body).filter((one) => {
        const id = shownIdOf(asked, one);
        return id === undefined || !made.has(id);
      });
      return withJson(response, withAt(body, asked.record, left));
    };
  };

/** A rejected creation that is stored all the same, with what is valid in it. */
export const storedThoughRejected =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    let valid: Json | undefined;
    return async (request) => {
      const own = operationIn(contract, operation);
      const response = await next(request);
      if (!isFor(contract, operation, request) || request.method !== own.method) return response;
      const sent = jsonOfRequest(request);
      if (wasAccepted({ response })) valid ??= sent;
      if (!wasRejected({ request, response }) || valid === undefined) return response;
      const found = at(sent, ...own.sentIn);
      const texts = Object.entries(isObject(found) ? found : {}).filter(
        ([, value]) => typeof value === 'string',
      );
      const fields = at(schemaAt(own.request, own.sentIn), 'properties');
      const stored = texts.reduce<Json>((whole, [name, value]) => {
        const most = at(fields, name, 'maxLength');
        return withAt(whole, [...own.sentIn, name], String(value).slice(0, Number(most ?? 200)));
      }, valid);
      await next({ ...request, body: Buffer.from(JSON.stringify(stored)) });
      return response;
    };
  };

/** Every second reading shows another value. */
export const readInTurns =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    let readings = 0;
    return async (request) => {
      const response = await next(request);
      if (!isFor(contract, operation, request) || isLost(response) || !wasAccepted({ response }))
        return response;
      readings += 1;
      const own = operationIn(contract, operation);
      const creation = creatorOf(contract, operation);
      const body = jsonIn({ request, response });
      const record = at(body, ...own.record);
      if (readings % 2 === 1 || !creation || body === undefined || !isObject(record)) return response;
      return withJson(response, withAt(body, own.record, withAnotherValue(creation, record)));
    };
  };

/** A change that is made to all records that were created. */
export const changedToo =
  (operation: OperationId): Mutant =>
  (next, contract) =>
    afterwards(operation, async ({ exchange, made }) => {
      if (!wasAccepted(exchange)) return undefined;
      for (const { pathFor } of made) {
        const target = pathFor(operationIn(contract, operation));
        if (target !== undefined) await next({ ...exchange.request, target });
      }
      return undefined;
    })(next, contract);

/** A listing that shows each created record as it was listed first. */
export const listedAsCreated =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    const first = new Map<string, Json>();
    return async (request) => {
      const response = await next(request);
      const found = operationOf(contract, request);
      const asked = found === undefined ? undefined : operationIn(contract, found);
      const isListing =
        asked?.kind === 'list' && creatorOf(contract, asked.id) === creatorOf(contract, operation);
      const body = isListing ? jsonIn({ request, response }) : undefined;
      if (!isListing || isLost(response) || body === undefined) return response;
      const shown = recordsIn(asked, body).map((record) => {
        const id = shownIdOf(asked, record);
        if (id === undefined) return record;
        const known = first.get(id) ?? record;
        first.set(id, known);
        return known;
      });
      return withJson(response, withAt(body, asked.record, shown));
    };
  };

/** A change that also creates a record with what was sent. */
export const copied =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    let creation: HttpRequest | undefined;
    return async (request) => {
      const response = await next(request);
      const creator = creatorOf(contract, operation);
      const isChange = isFor(contract, operation, request) && wasAccepted({ response });
      if (createdIn(contract, { request, response })?.creation === creator) creation ??= request;
      if (!isChange || !creator || !creation) return response;
      const own = operationIn(contract, operation);
      const sent = at(jsonOfRequest(request), ...own.sentIn);
      const made = at(jsonOfRequest(creation), ...creator.sentIn);
      const whole = { ...(isObject(made) ? made : {}), ...(isObject(sent) ? sent : {}) };
      await next({ ...creation, body: Buffer.from(JSON.stringify(withAt({}, creator.sentIn, whole))) });
      return response;
    };
  };

/** A condition in a header, read as if it had another value. */
export const withCondition = (operation: OperationId, name: string, value: string): Mutant =>
  instead(operation, (request, next) =>
    next({
      ...request,
      headers: request.headers.map(([own, text]) => [own, own.toLowerCase() === name ? value : text]),
    }),
  );

/** Rejects requests that have a header. */
export const rejectIf = (operation: OperationId, name: string, status: number): Mutant =>
  instead(operation, async (request, next) =>
    header(request.headers, name) === undefined
      ? next(request)
      : { status, headers: [], body: new Uint8Array(), ms: 1 },
  );

/** Readings of what an operation changes, with the ETag that they had first. */
export const constantTag =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    const tags = new Map<string, string>();
    return async (request) => {
      const response = await next(request);
      const reader = readerOf(contract, operation);
      if (!reader || isLost(response) || !isFor(contract, reader.id, request) || request.method !== 'GET')
        return response;
      const shown = header(response.headers, 'etag');
      const first = tags.get(request.target) ?? shown;
      if (first === undefined) return response;
      tags.set(request.target, first);
      return withHeaderAt(response, 'etag', first);
    };
  };

/** The fields that are neither objects nor lists. */
export const scalarsOf = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object'));

/** Another valid value for the first field of a record, among those that a request may have, that has one. */
export function withAnotherValue(
  { request, sentIn }: Operation,
  record: JsonObject,
  isMeant: (name: string) => boolean = () => true,
): JsonObject {
  const fields = at(schemaAt(request, sentIn), 'properties');
  for (const [name, value] of Object.entries(record)) {
    const schema = at(fields, name);
    const candidates =
      typeof value === 'string'
        ? [`${value}x`, value.slice(1)]
        : typeof value === 'number'
          ? [value + 1, value - 1]
          : [];
    const other =
      isMeant(name) && isObject(schema) ? candidates.find((one) => allows(schema, one)) : undefined;
    if (other !== undefined) return { ...record, [name]: other };
  }
  return record;
}
