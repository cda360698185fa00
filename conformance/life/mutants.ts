// Faults of servers that lose track of their records.

import type { Contract } from '../../src/contract/contract.ts';
import { conditionsIn, fieldFor, filterIn } from '../../src/contract/list-filters.ts';
import { type Operation, type OperationId, operationIn } from '../../src/contract/operations.ts';
import {
  distinctFields,
  keyOfId,
  keyOfRecord,
  recordIn,
  recordSchemaOf,
  recordsIn,
  requestFields,
  serverFields,
  shownIdOf,
} from '../../src/contract/record.ts';
import { creatorOf, readerOf } from '../../src/contract/related-operations.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import { allows } from '../../src/contract/schema-values.ts';
import { timesOfChange } from '../../src/contract/times-of-change.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Mutant,
  pathIn,
  queryIn,
} from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, objectIn, withAt } from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import { type CreatedRecord, createdIn, jsonIn } from '../core/created.ts';
import { noncesIn } from '../core/nonces.ts';
import { operationAsked, pathValuesOf } from '../core/operation-of.ts';
import { valueAt } from '../core/read-place.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { compared, valueKind } from '../list/compare-values.ts';
import { sortKeyIn } from '../list/sort/sorted.ts';
import { changeStatus, isFor, withHeader, withHeaderValues, withJson } from '../mutants/edits.ts';
import { repeatableTexts } from './changes.ts';

type Next = Parameters<Mutant>[0];

/** An exchange that was served, and what a server knows then. */
type ServedLife = Exchange & {
  readonly response: HttpResponse;
  readonly asked: Operation | undefined;
  readonly contract: Contract;
  readonly next: Next;
  /** The records that were created before, the last first. */
  readonly made: readonly CreatedRecord[];
  /** The ids of the records that were deleted. */
  readonly gone: ReadonlySet<string>;
};

/** What a fault does after something was served: it may send more, and return another response. */
type LifeFault = (served: ServedLife) => HttpResponse | undefined | Promise<HttpResponse | undefined>;

/** A fault that sees all that is served; `open` begins a run, so that the fault may remember what it saw. */
const seeing =
  (open: () => LifeFault): Mutant =>
  (next, contract) => {
    const act = open();
    const made: CreatedRecord[] = [];
    const gone = new Set<string>();
    const serve: Next = async (request) => {
      const response = await next(request);
      const isDeletion = operationAsked(contract, request)?.kind === 'delete';
      if (isDeletion && wasAccepted({ response }))
        gone.add(keyOfId(pathValuesOf(contract, request).at(-1) ?? ''));
      return response;
    };
    return async (request) => {
      const response = await serve(request);
      if (isLost(response)) return response;
      const created = createdIn(contract, { request, response });
      if (created) made.unshift(created);
      const asked = operationAsked(contract, request);
      return (await act({ request, response, asked, contract, next: serve, made, gone })) ?? response;
    };
  };

/** A fault after an operation was served, whatever it returned; `first`: for the first time at this address. */
export const afterwards = (
  operation: OperationId,
  act: (served: ServedLife, first: boolean) => ReturnType<LifeFault>,
): Mutant =>
  seeing(() => {
    const seen = new Set<string>();
    return (served) => {
      if (served.asked?.id !== operation) return undefined;
      const first = !seen.has(served.request.target);
      if (wasAccepted(served)) seen.add(served.request.target);
      return act(served, first);
    };
  });

/** A fault that serves an operation in another way. */
export const instead =
  (operation: OperationId, serve: (request: HttpRequest, next: Next) => ReturnType<Next>): Mutant =>
  (next, contract) =>
  (request) =>
    isFor(contract, operation, request) && request.method === operationIn(contract, operation).method
      ? serve(request, next)
      : next(request);

const bodyOf = (json: Json): Pick<HttpRequest, 'body'> => ({ body: Buffer.from(JSON.stringify(json)) });

/**
 * After an operation was served, the record has other fields, sent by another request to the stub. Only a contract with
 * an operation that replaces or updates has this fault.
 */
export const rewrittenAfter =
  (
    operation: OperationId,
    isMeant: (exchange: Exchange) => boolean,
    wanted: (before: JsonObject, sent: JsonObject, after: JsonObject) => JsonObject,
  ): Mutant =>
  (next, contract) =>
    instead(operation, async (request) => {
      const own = operationIn(contract, operation);
      const reader = readerOf(contract, operation);
      const read = async (): Promise<JsonObject | undefined> => {
        const { target, headers } = request;
        const exchange = { request, response: await next({ method: 'GET', target, headers }) };
        return reader && wasAccepted(exchange) ? recordIn(reader, jsonIn(exchange)) : undefined;
      };
      const before = await read();
      const response = await next(request);
      if (isLost(response) || !before || !isMeant({ request, response })) return response;
      const after = (await read()) ?? before;
      const record = wanted(before, objectIn(jsonOfRequest(request), ...own.sentIn), after);
      const sent = Object.entries(record).filter(([name]) => name in requestFields(own));
      await next({ ...request, ...bodyOf(withAt({}, own.sentIn, Object.fromEntries(sent))) });
      return response;
    })(next, contract);

/** A change or deletion of all records that were created. */
export const forAll = (operation: OperationId): Mutant =>
  afterwards(operation, async ({ request, response, contract, next, made }) => {
    if (!wasAccepted({ response })) return undefined;
    for (const { pathFor } of made) {
      const target = pathFor(operationIn(contract, operation));
      if (target !== undefined) await next({ ...request, target });
    }
    return undefined;
  });

/** A deletion of the oldest record that is left, for one that is gone. */
export const againForAnother = (operation: OperationId): Mutant =>
  afterwards(operation, async ({ request, response, contract, next, made, gone }) => {
    if (wasAccepted({ response })) return undefined;
    const own = operationIn(contract, operation);
    const target = made.findLast(({ id, pathFor }) => pathFor(own) && !gone.has(keyOfId(id)))?.pathFor(own);
    return target === undefined ? undefined : ((await next({ ...request, target })) as HttpResponse);
  });

/** A reading of a record that was created, instead of a rejection of the id that was asked for. */
const readAnyway = (operation: OperationId, isMeant: (id: string, asked: string) => boolean): Mutant =>
  afterwards(operation, async ({ request, response, contract, next, made }) => {
    const asked = keyOfId(pathValuesOf(contract, request).at(-1) ?? '');
    const meant = made.find(({ id }) => isMeant(keyOfId(id), asked));
    const target = meant?.pathFor(operationIn(contract, operation));
    if (wasAccepted({ response }) || target === undefined) return undefined;
    return (await next({ ...request, target })) as HttpResponse;
  });

/** A reading of a record, whatever the record is below which it is looked for. */
export const readBelowAny = (operation: OperationId): Mutant =>
  readAnyway(operation, (id, asked) => id === asked);

/** A reading of a record by an id that only begins with its own, as languages read a number at the beginning of a text. */
export const readByBeginning = (operation: OperationId): Mutant =>
  readAnyway(operation, (id, asked) => asked.startsWith(id));

/** A crash of a server that reads a record by some ids that no record has. */
export const crashIfUnknown = (operation: OperationId, isMeant: (id: string) => boolean): Mutant =>
  changeStatus(operation, (status, request, contract) =>
    [400, 404, 422].includes(status) && isMeant(pathValuesOf(contract, request).at(-1) ?? '') ? 500 : status,
  );

/** Whether a listing was served that shows what an operation creates, or what it changes. */
const listsWhatIsOf = (operation: OperationId, { asked, contract }: ServedLife): boolean => {
  const own = operationIn(contract, operation);
  const creation = own.kind === 'create' ? own : creatorOf(contract, operation);
  return asked?.kind === 'list' && creatorOf(contract, asked.id) === creation;
};

/** A fault of the listings that show what an operation creates or changes: they list other records. */
const inListings = (
  operation: OperationId,
  open: () => (listing: Operation, records: readonly Json[], served: ServedLife) => readonly Json[],
): Mutant =>
  seeing(() => {
    const change = open();
    return (served) => {
      const { asked, response } = served;
      const body = listsWhatIsOf(operation, served) ? jsonIn(served) : undefined;
      if (!asked || body === undefined) return undefined;
      return withJson(
        response,
        withAt(body, asked.record, [...change(asked, recordsIn(asked, body), served)]),
      );
    };
  });

/** A listing without what was created, or only a filtered one, or the end of a page that others follow. */
export const leftUnlisted = (
  operation: OperationId,
  where: 'filtered' | 'of the last value' | 'at the end of a page' | 'everywhere' = 'everywhere',
): Mutant =>
  inListings(operation, () => (listing, records, { request, made, contract }) => {
    const isFiltered = listing.list && filterIn(listing.list, queryIn(request.target)).length > 0;
    if (where === 'filtered' && !isFiltered) return records;
    const size = Number(queryIn(request.target).get(listing.list?.names.limit ?? ''));
    if (where === 'at the end of a page' && records.length !== size) return records;
    const ids = made.filter(({ creation }) => creation.id === operation).map(({ id }) => id);
    const fields =
      where === 'of the last value' ? requestFields(operationIn(contract, operation)) : undefined;
    const shown = recordSchemaOf(listing);
    const isMeant = (record: Json): boolean =>
      !fields ||
      Object.entries(fields).some(([name, field]) => {
        const sent = isObject(field) ? (listedValues(field) ?? []) : [];
        const last = sent.findLast((value) => allows(schemaAt(shown, [name]) as Json | undefined, value));
        return sent.length > 1 && at(record, name) === last;
      });
    return records.filter(
      (one, index) =>
        !ids.includes(shownIdOf(listing, one) ?? '') ||
        !isMeant(one) ||
        (where === 'at the end of a page' && index < records.length - 1),
    );
  });

/** A listing that shows each record as it was listed first. */
export const listedAsCreated = (operation: OperationId): Mutant =>
  inListings(operation, () => {
    const first = new Map<string | undefined, Json>();
    return (listing, records) =>
      records.map((record) => {
        const key = keyOfRecord(listing, record);
        if (!first.has(key)) first.set(key, record);
        return first.get(key) ?? record;
      });
  });

/** A filtered listing without what had another value of its field when it was listed first. */
export const filteredAsFirstListed = (operation: OperationId): Mutant =>
  inListings(operation, () => {
    const first = new Map<string | undefined, Json>();
    return ({ list, ...listing }, records, { request }) => {
      const filters = list ? filterIn(list, queryIn(request.target)) : [];
      const sought = filters.flatMap((one) => conditionsIn(one)?.conditions ?? []);
      const fields = sought.flatMap((one) => (list?.filter && fieldFor(list.filter, one)) ?? []);
      return records.filter((record) => {
        const key = keyOfRecord(listing, record);
        if (!first.has(key)) first.set(key, record);
        return fields.every(({ place }) => at(first.get(key), ...place) === at(record, ...place));
      });
    };
  });

/** A listing that is sorted by the values with which its records were listed first. */
export const sortedAsFirstListed = (operation: OperationId): Mutant =>
  inListings(operation, () => {
    const first = new Map<string | undefined, Json>();
    return (listing, records, { request }) => {
      const known = (record: Json): Json => first.get(keyOfRecord(listing, record)) ?? record;
      for (const record of records) first.set(keyOfRecord(listing, record), known(record));
      const key = sortKeyIn(listing.list, String(queryIn(request.target)));
      if (!key) return records;
      const sign = key.isDescending ? -1 : 1;
      const order = [...first.keys()];
      const placeOf = (record: Json): number => order.indexOf(keyOfRecord(listing, record));
      const textOf = (record: Json): string => String(at(known(record), ...key.place) ?? '');
      return records.toSorted(
        (one, other) =>
          sign * (compared(valueKind(key.schema), textOf(one), textOf(other)) ?? 0) ||
          placeOf(one) - placeOf(other),
      );
    };
  });

/** A sorted listing that compares numbers as text, and all else backwards. */
export const sortedAsText = (operation: OperationId): Mutant =>
  inListings(operation, () => (listing, records, { request }) => {
    const key = sortKeyIn(listing.list, String(queryIn(request.target)));
    if (!key) return records;
    if (valueKind(key.schema) !== 'number') return records.toReversed();
    const sign = key.isDescending ? -1 : 1;
    const textOf = (record: Json): string => String(at(record, ...key.place) ?? '');
    return records.toSorted((one, other) => sign * (textOf(one) < textOf(other) ? -1 : 1));
  });

/** An empty listing below one record shows what was listed below others. */
export const listedBelowAny = (operation: OperationId): Mutant =>
  inListings(operation, () => {
    const seen = new Map<string, Map<string | undefined, Json>>();
    return (listing, records, { request }) => {
      const path = pathIn(request.target);
      const known = seen.get(path) ?? new Map<string | undefined, Json>();
      seen.set(path, known);
      for (const record of records) known.set(keyOfRecord(listing, record), record);
      const isFirst = known.size === 0;
      return isFirst ? [...seen.values()].flatMap((others) => [...others.values()]) : records;
    };
  });

/** A listing that still shows what was deleted. */
export const listedAfterDeletion = (operation: OperationId): Mutant =>
  inListings(operation, () => {
    const seen = new Map<string, Json>();
    return (listing, records, { gone }) => {
      for (const record of records) seen.set(keyOfRecord(listing, record) ?? '', record);
      return [...records, ...[...gone].flatMap((key) => seen.get(key) ?? [])];
    };
  });

/** A listing whose total stays what it was at first. */
export const constantTotal = (operation: OperationId): Mutant =>
  seeing(() => {
    const totals = new Map<string, Json>();
    return (served) => {
      const { asked, request, response } = served;
      const body = jsonIn(served);
      const place = asked?.list?.total?.at;
      if (!listsWhatIsOf(operation, served) || body === undefined || !place) return undefined;
      const total = valueAt(place, { json: body, headers: response.headers });
      const path = pathIn(request.target);
      if (typeof total === 'number' && !totals.has(path)) totals.set(path, total);
      const kept = totals.get(path);
      if (kept === undefined) return undefined;
      return place.of === 'header'
        ? withHeader(response, place.name, String(kept))
        : withJson(response, withAt(body, place.path, kept));
    };
  });

/** A rejected creation that is stored all the same, with what is valid in it. */
export const storedThoughRejected = (operation: OperationId): Mutant =>
  seeing(() => {
    let valid: Json | undefined;
    return async (served) => {
      const { asked, request, next } = served;
      if (asked?.id !== operation) return undefined;
      const sent = jsonOfRequest(request);
      if (wasAccepted(served)) valid ??= sent;
      if (!wasRejected(served) || valid === undefined) return undefined;
      const allowed = Object.entries(requestFields(asked)).flatMap(([name, schema]) => {
        const value = at(sent, ...asked.sentIn, name) as Json | undefined;
        const cut =
          typeof value === 'string' ? value.slice(0, Number(at(schema, 'maxLength') ?? 200)) : value;
        return cut !== undefined && allows(schema, cut) ? [[name, cut]] : [];
      });
      const record = { ...objectIn(valid, ...asked.sentIn), ...Object.fromEntries(allowed) };
      await next({ ...request, ...bodyOf(withAt(valid, asked.sentIn, record)) });
      return undefined;
    };
  });

/** Another status for a creation with a value that an earlier one had: of its fields, those that `namesOf` says. */
const statusIfTaken = (
  operation: OperationId,
  status: number,
  namesOf: (asked: Operation, sent: JsonObject) => readonly string[],
): Mutant =>
  seeing(() => {
    const taken = new Set<string>();
    return (served) => {
      const { asked, request, response } = served;
      if (asked?.id !== operation || !(wasAccepted(served) || response.status === 409)) return undefined;
      const sent = objectIn(jsonOfRequest(request), ...asked.sentIn);
      const values = namesOf(asked, sent).flatMap((name) =>
        sent[name] === undefined ? [] : JSON.stringify([name, sent[name]]),
      );
      const isTaken = values.some((one) => taken.has(one));
      for (const one of values) taken.add(one);
      return isTaken ? { ...response, status } : undefined;
    };
  });

/** A creation with a text that another record was created with, and that identifies its request, is answered 409, and stored. */
export const storedThoughTaken = (operation: OperationId): Mutant =>
  statusIfTaken(operation, 409, (asked, sent) =>
    repeatableTexts(asked).filter((name) => noncesIn(sent[name]).length > 0),
  );

/** A crash of a server that lets a database find out that another record has a value. */
export const crashIfTaken = (operation: OperationId): Mutant => statusIfTaken(operation, 500, distinctFields);

/** Readings, and the response of a creation, show what some requests of an operation sent for some fields. */
const showingSent = (
  operation: OperationId,
  isMeant: (served: ServedLife) => boolean,
  namesOf: (asked: Operation) => readonly string[],
): Mutant =>
  seeing(() => {
    const stored = new Map<string, JsonObject>();
    return (served) => {
      const { asked, request, response, contract } = served;
      const created = createdIn(contract, served);
      const id = keyOfId(created?.id ?? pathValuesOf(contract, request).at(-1) ?? '');
      if (asked?.id === operation && isMeant(served)) {
        const names = namesOf(asked);
        const sent = Object.entries(objectIn(jsonOfRequest(request), ...asked.sentIn));
        const own = sent.filter(([name]) => names.includes(name));
        stored.set(id, { ...stored.get(id), ...Object.fromEntries(own) });
      }
      const isReading = created !== undefined || asked === readerOf(contract, operation);
      const own = isReading && wasAccepted(served) ? stored.get(id) : undefined;
      const body = jsonIn(served);
      const record = asked && recordIn(asked, body);
      return asked && own && record && body !== undefined
        ? withJson(response, withAt(body, asked.record, { ...record, ...own }))
        : undefined;
    };
  });

/** A change to a value of another record is answered as it is, and shown by readings. */
export const storedThoughTakenBy = (operation: OperationId, name: string): Mutant =>
  showingSent(operation, wasRejected, () => [name]);

/** What a request sent for fields that only the server sets is stored. */
export const storedReadOnly = (operation: OperationId): Mutant =>
  showingSent(operation, wasAccepted, serverFields);

/** Every second reading shows another value. */
export const readInTurns = (operation: OperationId): Mutant =>
  seeing(() => {
    let readings = 0;
    return (served) => {
      if (served.asked?.id !== operation || !wasAccepted(served)) return undefined;
      readings += 1;
      const creation = creatorOf(served.contract, operation);
      const body = jsonIn(served);
      const record = recordIn(served.asked, body);
      if (readings % 2 === 1 || !creation || body === undefined || !record) return undefined;
      const other = withAnotherValue(creation, record);
      return withJson(served.response, withAt(body, served.asked.record, other));
    };
  });

/** Every reading shows the record that was read first. */
export const readAsFirst = (operation: OperationId): Mutant =>
  seeing(() => {
    let first: HttpResponse | undefined;
    return (served) => {
      if (served.asked?.id !== operation || !wasAccepted(served)) return undefined;
      first ??= served.response;
      return first;
    };
  });

/** A change that also creates a record with what was sent. */
export const copied = (operation: OperationId): Mutant =>
  seeing(() => {
    let creation: HttpRequest | undefined;
    return async (served) => {
      const { asked, request, contract, next } = served;
      const creator = creatorOf(contract, operation);
      if (asked && asked === creator && wasAccepted(served)) creation ??= request;
      if (asked?.id !== operation || !wasAccepted(served) || !creator || !creation) return undefined;
      const made = objectIn(jsonOfRequest(creation), ...creator.sentIn);
      const sent = Object.entries(objectIn(jsonOfRequest(request), ...asked.sentIn)).filter(
        ([name]) => name in requestFields(creator),
      );
      const record = { ...made, ...Object.fromEntries(sent) };
      await next({ ...creation, ...bodyOf(withAt({}, creator.sentIn, record)) });
      return undefined;
    };
  });

/** A condition in a header, read as if it had another value. */
export const withCondition = (operation: OperationId, name: string, value: string): Mutant =>
  instead(operation, (request, next) =>
    next(withHeaderValues(request, (text, own) => (own === name ? value : text))),
  );

/** Rejects requests that have a header. */
export const rejectIf = (operation: OperationId, name: string, status: number): Mutant =>
  instead(operation, async (request, next) =>
    header(request.headers, name) === undefined
      ? next(request)
      : { status, headers: [], body: new Uint8Array(), ms: 1 },
  );

/** Readings of what an operation changes, with the ETag that they had first. */
export const constantTag = (operation: OperationId): Mutant =>
  seeing(() => {
    const tags = new Map<string, string>();
    return ({ asked, request, response, contract }) => {
      if (!asked || asked !== readerOf(contract, operation)) return undefined;
      const first = tags.get(request.target) ?? header(response.headers, 'etag');
      if (first === undefined) return undefined;
      tags.set(request.target, first);
      return withHeader(response, 'etag', first);
    };
  });

/** Readings of what an operation changes, with other times of the last change; `edit` gets the first one, and how many were read. */
export const timedOtherwise = (
  operation: OperationId,
  edit: (first: Date, readings: number) => Date,
): Mutant =>
  seeing(() => {
    const first = new Map<string, Date>();
    let readings = 0;
    return (served) => {
      const { asked, request, response, contract } = served;
      const body = jsonIn(served);
      if (!asked || asked !== readerOf(contract, operation) || body === undefined) return undefined;
      readings += 1;
      const changed = timesOfChange(contract, operationIn(contract, operation)).reduce((json, place) => {
        const path = [...asked.record, ...place];
        const key = JSON.stringify([request.target, ...place]);
        const time = first.get(key) ?? new Date(String(at(json, ...path)));
        if (Number.isNaN(time.getTime())) return json;
        first.set(key, time);
        return withAt(json, path, edit(time, readings).toISOString());
      }, body);
      return withJson(response, changed);
    };
  });

/** The fields that are neither objects nor lists. */
export const scalarsOf = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object'));

/** Another valid value for the first field of a record, among those that a request may have, that has one. */
export function withAnotherValue(
  operation: Operation,
  record: JsonObject,
  isMeant: (name: string) => boolean = () => true,
): JsonObject {
  for (const [name, value] of Object.entries(record).filter(([one]) => isMeant(one))) {
    const schema = requestFields(operation)[name];
    const texts = typeof value === 'string' ? [`${value}x`, value.slice(1)] : [];
    const numbers = typeof value === 'number' ? [value + 1, value - 1] : [];
    const other = [...texts, ...numbers].find((one) => isObject(schema) && allows(schema, one));
    if (other !== undefined) return { ...record, [name]: other };
  }
  return record;
}
