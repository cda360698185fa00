// What conforming servers may do to responses and records, beside the choices of the stub: all of it is read from the contract.

import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import { isAllowedText } from '../../src/contract/fitting.ts';
import { kindChoices } from '../../src/contract/kind-choices.ts';
import { readerOf } from '../../src/contract/lives.ts';
import { everyOperation, type Operation, operationIn } from '../../src/contract/operations.ts';
import { recordSchemaOf } from '../../src/contract/record.ts';
import { namedStatuses, statedHeaders, statedResponse } from '../../src/contract/statuses.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Middleware,
  type Mutant,
  withBody,
  withoutHeader,
} from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
  withoutAt,
} from '../../src/json/json.ts';
import { schemaAt, typesOf } from '../../src/json/schema-at.ts';
import { usualNames } from '../../src/secrets/names.ts';
import { type Choices, usualChoices } from '../../src/stub/choices.ts';
import { writeTimestamp } from '../../src/stub/response-fields.ts';

import { operationOf } from '../core/operation-of.ts';
import { readSought } from '../list/filters/filter.ts';
import { readQueryOf } from '../list/query.ts';
import { sortKeyIn } from '../list/sort/sorted.ts';
import { equalValues, moreRecords, oneRecordLess } from './change-records.ts';
import { type Asked, onJson, onObjects, onRecords, onResponse, onValues } from './change-responses.ts';
import { type ClientQuestion, option, question } from './client-question.ts';

/** The questions that no choice of the stub asks, by what they vary. */
export const changesOf = (contract: Contract): readonly ClientQuestion[] => [
  ...ofFields(contract),
  ...ofValues(),
  ...ofRecords(contract),
  ...ofHttp(contract),
  ...ofBadTimes(),
];

function ofFields(contract: Contract): readonly ClientQuestion[] {
  const optional = optionalFields(contract);
  // biome-ignore format: one line an option
  return [
    question('absent-field', 'Which field do records not have?', 'none',
      ...optional.map((path) => option(path.join('.'), '', { middleware: onRecords(eachWithout(path)) }))),
    question('every-field', 'Do records have every optional field?', 'some',
      option('all', 'except those by which a filter looks for records, or a sort orders them', { middleware: onRecords(withFieldsOfOthers(optional)) })),
    question('inner-form', 'What do objects contain of which the contract states nothing else?', 'fields',
      option('entries', 'a list of entries', { middleware: onObjects(withEntries) })),
    question('empty-lists', 'Which lists in records are empty?', 'some',
      option('all', 'except those that must have an entry', { middleware: onObjects(withEmptyLists) })),
    question('extra-fields', 'Do responses contain fields that the contract does not name?', 'none',
      option('some', 'in each object with fields of fixed names', { middleware: onObjects(withExtraField) })),
    question('field-order', 'In which order are the fields of an object returned?', 'contract',
      option('reversed', '', { middleware: onJson(reversed) })),
  ];
}

/** The places in records that may be empty: by the names of fields, without those in lists. */
function optionalFields(contract: Contract): readonly Path[] {
  const found = new Map<string, Path>();
  for (const operation of everyOperation(contract))
    if (isReadAgain(contract, operation))
      for (const path of optionalIn(recordSchemaOf(operation)))
        if (!isPlaced(operation, path)) found.set(path.join('.'), path);
  return [...found.values()];
}

/** Whether the records of an operation are read: what a creation alone returns is often there only. */
const isReadAgain = (contract: Contract, { id, kind }: Operation): boolean =>
  kind === 'list' || kind === 'read' || readerOf(contract, id) !== undefined;

function optionalIn(schema: unknown, above: Path = []): Path[] {
  const required = [at(schema, 'required') ?? []].flat();
  const properties = at(schema, 'properties');
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) => {
    const path = [...above, name];
    const isAbsent = isStated(inner) && !required.includes(name);
    return [...(isAbsent ? [path] : []), ...optionalIn(inner, path)];
  });
}

/** Whether the contract states a form of a field, and of the fields in it: of others, sentences may say when they are there. */
function isStated(schema: unknown): boolean {
  const properties = Object.values(at(schema, 'properties') ?? {});
  return (typesOf(schema).length > 0 || at(schema, 'enum') !== undefined) && properties.every(isStated);
}

/** Whether a field of a record identifies it, or is a place that the listing names. */
function isPlaced({ idPlace, list }: Operation, [step]: Path): boolean {
  const places = list?.links && 'places' in list.links ? Object.values(list.links.places) : [];
  const inRecord = places.flatMap((place) => (place.of === 'record' ? [place.path[0]] : []));
  return [idPlace[0], ...(list?.identifier ?? []).map(([first]) => first), ...inRecord].includes(step);
}

const isOptionalAt = (operation: Operation, path: Path): boolean =>
  optionalIn(recordSchemaOf(operation)).some((one) => String(one) === String(path));

const eachWithout =
  (path: Path) =>
  (records: readonly JsonObject[], { operation, request, isSent }: Asked): readonly Json[] =>
    isOptionalAt(operation, path) && !comparedBy(operation, request).includes(String(path))
      ? records.map((record) => (isSent(at(record, ...path) as Json) ? record : withoutAt(record, path)))
      : records;

/** Where records have what a request sorts by, or seeks below a value: one without it contradicts the request. */
function comparedBy({ list }: Operation, { target }: HttpRequest): readonly string[] {
  if (!list) return [];
  const { filter, further } = readQueryOf(list, target);
  const bounded = (readSought(list, filter)?.terms ?? []).filter(({ field }) =>
    ['lt', 'le'].includes(field.means),
  );
  const key = sortKeyIn(list, further);
  return [...bounded.map(({ field }) => field), ...(key ? [key] : (list.order ?? []))].map(({ place }) =>
    String(place),
  );
}

/** Where a filter looks, or a sort. */
const soughtFields = ({ list }: Operation): readonly string[] =>
  [
    ...(list?.filter?.fields ?? []).map(({ place }) => place),
    ...[...(list?.sort?.sortables.values() ?? [])].map(({ place }) => place),
    ...(list?.order ?? []).map(({ place }) => place),
  ].map(String);

/** Gives each record the values that another one on its page has in fields that it lacks. */
const withFieldsOfOthers =
  (optional: readonly Path[]) =>
  (records: readonly JsonObject[], { operation }: Asked): readonly Json[] => {
    const sought = soughtFields(operation);
    const filled = optional.filter((path) => !sought.some((one) => `${one},`.startsWith(`${path},`)));
    return records.map((record) =>
      filled.reduce<JsonObject>((whole, path) => {
        const shown = records.map((one) => at(one, ...path)).find((value) => value !== undefined);
        const isAbsent = at(whole, ...path) === undefined && isObject(at(whole, ...path.slice(0, -1)));
        return isAbsent && shown !== undefined ? (withAt(whole, path, shown as Json) as JsonObject) : whole;
      }, record),
    );
  };

const isOpenSchema = (schema: unknown): boolean =>
  typesOf(schema).includes('object') &&
  at(schema, 'properties') === undefined &&
  !isObject(at(schema, 'additionalProperties'));

function withEntries(object: JsonObject, schema: JsonObject, { isSent }: Asked): JsonObject {
  const changed = Object.entries(object).map(([name, value]): [string, Json] => {
    const isChanged = isOpenSchema(schemaAt(schema, [name])) && isObject(value) && !isSent(value);
    return [
      name,
      isChanged ? { entries: Object.entries(value).map(([key, one]) => ({ key, value: one })) } : value,
    ];
  });
  return Object.fromEntries(changed);
}

function withEmptyLists(object: JsonObject, schema: JsonObject, { operation, isSent }: Asked): JsonObject {
  const changed = Object.entries(object).map(([name, value]): [string, Json] => {
    const inner = schemaAt(schema, [name]);
    const hasRecords = schemaAt(at(inner, 'items'), operation.idPlace) !== undefined;
    const isChanged =
      Array.isArray(value) && !hasRecords && at(inner, 'minItems') === undefined && !isSent(value);
    return [name, isChanged ? [] : value];
  });
  return Object.fromEntries(changed);
}

const withExtraField = (object: JsonObject, { additionalProperties }: JsonObject): JsonObject =>
  additionalProperties === false ? object : { ...object, added_later: 'a field of a later version' };

function reversed(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversed);
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([name, value]) => [name, reversed(value)]),
  );
}

function ofValues(): readonly ClientQuestion[] {
  const {
    asks,
    options: [usual, ...forms],
    words,
  } = kindChoices.timestamps;
  // biome-ignore format: one line an option
  return [
    question('timestamps', asks, String(usual),
      ...forms.map((form) => option(String(form), words[form], { choices: { timestamps: form }, middleware: onValues((value, { schema }) => (isDateTimeSchema(schema) ? inForm(value, form) : value)) }))),
    question('plain-timestamps', 'What form do timestamps in records have if the contract states none?', 'rfc3339',
      option('epoch', 'seconds since 1970', { middleware: onPlainTimestamps((time) => String(Math.floor(time.getTime() / 1000))) }),
      option('http', 'as in HTTP headers', { middleware: onPlainTimestamps((time) => time.toUTCString()) })),
    question('clock', 'How does the clock of the server differ from that of the client?', 'same',
      option('behind', 'by ten minutes', { ahead: -600_000 }),
      option('ahead', 'by ten minutes', { ahead: 600_000 })),
    question('creation-times', 'Are the timestamps of a record the same that nothing changed?', 'same',
      option('apart', 'each a second after the one before', { middleware: onObjects(withTimesApart) })),
    question('credentials', 'What do credentials of a new record consist of?', 'letters and digits',
      option('opaque', 'characters of all kinds', { middleware: onCredentials((text) => `k/1+${Buffer.from(text).toString('base64')}~:`) }),
      option('short', 'twelve characters', { middleware: onCredentials((text) => text.slice(0, 12)) })),
    question('listed-ids', 'In which letter case are the ids of listed records returned?', 'lower',
      option('upper', '', { middleware: onObjects(withUpperIds) })),
  ];
}

const isDateTimeSchema = ({ format }: JsonObject): boolean => format === 'date-time';

const isTimestamp = (value: Json): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value);

const inForm = (value: Json, form: Choices['timestamps']): Json =>
  isTimestamp(value) ? writeTimestamp(new Date(value), { ...usualChoices, timestamps: form }) : value;

const isPlainText = (schema: JsonObject): boolean =>
  String(typesOf(schema)) === 'string' &&
  ['format', 'pattern', 'enum', 'const', 'maxLength'].every((keyword) => schema[keyword] === undefined);

const onPlainTimestamps = (write: (time: Date) => string): Mutant =>
  onValues((value, { schema }, { kind }) =>
    (kind === 'list' || kind === 'read') && isPlainText(schema) && isTimestamp(value)
      ? write(new Date(value))
      : value,
  );

function withTimesApart(object: JsonObject, _: JsonObject, { operation, isSent }: Asked): JsonObject {
  const sought = soughtFields(operation);
  // What was created comes before what was updated.
  const names = Object.keys(object)
    .toSorted()
    .filter(
      (name) => isTimestamp(object[name] ?? null) && !isSent(object[name] ?? null) && !sought.includes(name),
    );
  const later = names.map((name, index): [string, Json] => {
    const time = Date.parse(String(object[name])) + index * 1000;
    return [name, new Date(time).toISOString()];
  });
  return { ...object, ...Object.fromEntries(later.slice(1)) };
}

const onCredentials = (write: (text: string) => string): Mutant =>
  onValues((value, { name, schema }, { kind }) => {
    const isCredential = kind === 'create' && usualNames.isField(name) && isPlainText(schema);
    const written = isCredential && typeof value === 'string' ? write(value) : undefined;
    return written !== undefined && isAllowedText(schema, written) ? written : value;
  });

function withUpperIds(object: JsonObject, schema: JsonObject, { operation }: Asked): JsonObject {
  if (operation.kind !== 'list') return object;
  const changed = Object.entries(object).map(([name, value]): [string, Json] => {
    const isId = typeof value === 'string' && at(schemaAt(schema, [name]), 'format') === 'uuid';
    return [name, isId ? value.toUpperCase() : value];
  });
  return Object.fromEntries(changed);
}

function ofRecords(contract: Contract): readonly ClientQuestion[] {
  const sought = everyOperation(contract).flatMap(({ list }) => list?.filter?.fields ?? []);
  const attributes = sought.filter(({ means, schema }) => means === 'eq' && isFreeTextSchema(schema));
  // biome-ignore format: one line an option
  return [
    question('records', 'Which records were added or removed since the last run?', 'none',
      option('added', 'one more in each collection', { records: moreRecords(() => 1) }),
      option('many', 'more than fit on a page, in each collection', { records: moreRecords(({ list }) => 1 + Math.min(list?.bounds.largest ?? 0, mostAdded)) }),
      option('removed', 'one less in each collection, which no request of the client names', { records: oneRecordLess })),
    question('equal-values', 'By which attribute of filters are two records of a collection equal?', 'none',
      ...[...new Set(attributes.map(({ attribute }) => attribute))].map((attribute) => option(attribute, 'two that no filter of the client names, if there are two', { records: equalValues(attribute) }))),
  ];
}

/** Few clients ask for larger pages, and each variation reads what is added. */
const mostAdded = 100;

const isFreeTextSchema = (schema: unknown): boolean =>
  typesOf(schema).includes('string') &&
  ['enum', 'const', 'format'].every((keyword) => at(schema, keyword) === undefined);

function ofHttp(contract: Contract): readonly ClientQuestion[] {
  const optional = optionalNames(contract);
  // biome-ignore format: one line an option
  return [
    question('extra-headers', 'Do responses have headers that the contract does not name?', 'none',
      option('some', 'a cookie and a challenge among them', { middleware: withHeaders(extraHeaders) })),
    question('connection', 'Does a server close the connection after each response?', 'kept',
      option('closed', '', { middleware: withHeaders(() => [['connection', 'close']]) })),
    question('body-length', 'Does the head of a response contain the length of the body?', 'known',
      option('chunked', 'the body is sent in chunks, without a length', { middleware: onResponse(inChunks) })),
    ...(optional.length === 0
      ? []
      : [
          question('absent-header', 'Which header do responses not have?', 'none',
            ...optional.map((name) => option(name, 'the contract does not require it', { middleware: lackingHeader(name) }))),
        ]),
    ...(hasRelativeLocation(contract)
      ? [
          question('location-form', 'What is the form of the header Location?', 'absolute',
            option('relative', 'the path alone', { middleware: onResponse(withRelativeLocation) })),
        ]
      : []),
    question('json-spaces', 'Is JSON written with spaces?', 'none',
      option('some', 'and on several lines', { middleware: onResponse(withSpaces) })),
    question('unknown-path', 'Which status does a path return that the contract does not name?', '404',
      ...[400, 403].map((status) => option(String(status), '', { middleware: withStatusOfUnknown(status) }))),
    ...(statesRejections(contract)
      ? []
      : [
          question('error-page', 'Is a rejection a page of HTML?', 'none',
            option('html', '', { middleware: onResponse(asErrorPage) })),
        ]),
    question('path-prefix', 'Does the base address have a path?', 'none',
      option('some', '`/shop/api` before every path', { prefix: '/shop/api' })),
  ];
}

const withHeaders = (headers: (response: HttpResponse) => readonly Header[]): Middleware =>
  onResponse((response) => ({ ...response, headers: [...response.headers, ...headers(response)] }));

/** The headers that the contract does not require, and in which no listing has its links or its total. */
const optionalHeaders = (contract: Contract, operation: Operation): string[] =>
  [...statedHeaders(contract, operation)].flatMap(([name, { required }]) =>
    required === true || listingHeaders(operation).includes(name.toLowerCase()) ? [] : name,
  );

function listingHeaders({ list }: Operation): readonly string[] {
  const places = [list?.total?.at, list?.totalPages, list?.hasMore, list?.outputToken];
  const names = places.flatMap((place) => (place?.of === 'header' ? place.name : []));
  const links = list?.links && 'header' in list.links ? [list.links.header] : [];
  return [...names, ...links].map((name) => name.toLowerCase());
}

/** The headers that some response may lack, by their names in the contract. */
const optionalNames = (contract: Contract): readonly string[] => [
  ...new Set(everyOperation(contract).flatMap((one) => optionalHeaders(contract, one))),
];

/** Whether a contract has the header Location, and permits a path there: a `uri` has a scheme. */
const hasRelativeLocation = (contract: Contract): boolean =>
  everyOperation(contract).some((operation) =>
    [...statedHeaders(contract, operation)].some(
      ([name, { schema }]) => isLocation(name) && at(schema, 'format') !== 'uri',
    ),
  );

const isLocation = (name: string): boolean => name.toLowerCase() === 'location';

/** A server whose responses do not have an optional header. */
const lackingHeader =
  (name: string): Mutant =>
  (next, contract) =>
  async (request) => {
    const response = await next(request);
    const id = operationOf(contract, request);
    const isOptional =
      id !== undefined && optionalHeaders(contract, operationIn(contract, id)).includes(name);
    return isLost(response) || !isOptional
      ? response
      : { ...response, headers: withoutHeader(response.headers, name) };
  };

const withRelativeLocation = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: response.headers.map(([name, value]) => [
    name,
    isLocation(name) ? value.replace(/^https?:\/\/[^/]*/i, '') : value,
  ]),
});

function withSpaces(response: HttpResponse): HttpResponse {
  const read = readBody(response.body);
  return 'json' in read ? withBody(response, Buffer.from(JSON.stringify(read.json, null, 2))) : response;
}

const extraHeaders = ({ status }: HttpResponse): Header[] => [
  ...(status === 401 ? [['www-authenticate', 'Bearer'] as const] : []),
  ['x-request-id', randomUUID()],
  ['set-cookie', 'shop=visited; Path=/; HttpOnly'],
  ['cache-control', status === 201 ? 'no-store' : 'private, max-age=0'],
  ['vary', 'Accept-Encoding, Authorization'],
  ['server', 'shop'],
];

/** Node sends a body in chunks if its length is not in the head. */
function inChunks(response: HttpResponse): HttpResponse {
  if (response.body.byteLength === 0) return response;
  return {
    ...response,
    headers: [...withoutHeader(response.headers, 'content-length'), ['transfer-encoding', 'chunked']],
  };
}

const withStatusOfUnknown =
  (status: number): Mutant =>
  (next, contract) =>
  async (request) => {
    const response = await next(request);
    const isUnknown =
      operationOf(contract, request) === undefined && !isLost(response) && response.status === 404;
    return isUnknown ? { ...response, status } : response;
  };

/** Whether the contract says what the body of a rejection contains. */
export const statesRejections = (contract: Contract): boolean =>
  everyOperation(contract).some((operation) =>
    namedStatuses(contract, operation).some(
      (status) =>
        /^(4|default)/i.test(status) &&
        statedResponse(contract, operation, status)?.found.content !== undefined,
    ),
  );

function asErrorPage(response: HttpResponse): HttpResponse {
  if (response.status < 400) return response;
  const page = `<!doctype html><html><head><title>${response.status}</title></head><body><h1>${response.status}</h1></body></html>\n`;
  const { headers, ...served } = withBody(response, Buffer.from(page));
  return {
    ...served,
    headers: [...withoutHeader(headers, 'content-type'), ['content-type', 'text/html; charset=utf-8']],
  };
}

/** What servers do at bad times, once on each operation, what a `should` advises them against, and what nobody builds for. */
function ofBadTimes(): readonly ClientQuestion[] {
  // biome-ignore format: one line an option
  return [
    question('transient-failure', 'What happens once to each operation?', 'none',
      option('429', 'a rate limit, with `Retry-After: 1`', { fault: { kind: 'too-many-requests' } }),
      option('503', 'the server is not available', { fault: { kind: 'status', code: 503 } }),
      option('reset', 'the connection is reset', { fault: { kind: 'connection-reset' } }),
      option('slow', 'the response takes two seconds', { fault: { kind: 'latency', ms: 2000 } }),
      option('cut', 'the connection closes in the middle of the body', { fault: { kind: 'truncated-body' } })),
    question('empty-optional-fields', 'What is returned for an optional field that has no value?', 'absent',
      option('null', '`null` in its place', { middleware: onRecords(recordsWithNulls) })),
    question('absent-id', 'Which records have no id?', 'none',
      option('all', 'the contract does not require it', { middleware: onRecords(withoutIds) })),
  ].map((one): ClientQuestion => ({ ...one, part: 'resilience' }));
}

function recordsWithNulls(records: readonly JsonObject[], { operation }: Asked): readonly Json[] {
  const paths = optionalIn(recordSchemaOf(operation)).filter((path) => !isPlaced(operation, path));
  return records.map((record) =>
    paths.reduce<Json>((whole, path) => {
      const isAbsent = at(whole, ...path) === undefined && isObject(at(whole, ...path.slice(0, -1)));
      return isAbsent ? withAt(whole, path, null) : whole;
    }, record),
  );
}

const withoutIds = (records: readonly JsonObject[], { operation }: Asked): readonly Json[] =>
  operation.kind === 'list' && isOptionalAt(operation, operation.idPlace)
    ? records.map((record) => withoutAt(record, operation.idPlace))
    : records;
