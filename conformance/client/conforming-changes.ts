// What conforming servers may do to responses and records, beside the choices of the stub: all of it is read from the contract.

import { isReadConditionally } from '../../src/contract/conditions.ts';
import { type Contract, promisesOf } from '../../src/contract/contract.ts';
import { hasOffset, kindChoices } from '../../src/contract/kind-choices.ts';
import { distinguishesCase, filterFields } from '../../src/contract/list-filters.ts';
import { everyOperation, type Operation } from '../../src/contract/operations.ts';
import { recordSchemaOf } from '../../src/contract/record.ts';
import { readerOf } from '../../src/contract/related-operations.ts';
import { isAllowedText } from '../../src/contract/schema-values.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Mutant,
  queryIn,
  withBody,
  withChangedPairs,
  withoutHeader,
} from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  type Path,
  withAt,
  withoutAt,
} from '../../src/json/json.ts';
import { schemaAt, typesOf } from '../../src/json/schema-at.ts';
import { percentEncoded } from '../../src/percent.ts';
import { usualNames } from '../../src/secrets/names.ts';
import { type Choices, usualChoices } from '../../src/stub/choices.ts';
import { writeTimestamp } from '../../src/stub/response-fields.ts';

import { operationAsked } from '../core/operation-of.ts';
import { readSought } from '../list/filters/filter.ts';
import { readQueryOf } from '../list/query.ts';
import { sortKeyIn } from '../list/sort/sorted.ts';
import { onResponse, withHeader } from '../mutants/edits.ts';
import { equalValues, filledListings, moreRecords, namedRecords, oneRecordLess } from './change-records.ts';
import { type Asked, isPlainText, onJson, onObjects, onRecords, onValues } from './change-responses.ts';
import { type ClientQuestion, option, question } from './client-question.ts';
import { ofHttp, onStatedErrors } from './http-changes.ts';

/** The questions that no choice of the stub asks, by what they vary. */
export const changesOf = (contract: Contract): readonly ClientQuestion[] => [
  ...ofFields(contract),
  ...ofValues(),
  ...ofRecords(contract),
  ...ofHttp(contract),
  ...ofBadTimes(contract),
];

function ofFields(contract: Contract): readonly ClientQuestion[] {
  const optional = optionalFields(contract);
  // biome-ignore format: one line an option
  return [
    question('absent-field', 'Which field do records not have?', 'none',
      ...optional.map((path) => option(path.join('.'), '', { middleware: onRecords(eachWithout(path)) }))),
    question('null-fields', 'What is returned for an optional field without a value, where the contract permits `null`?', 'absent',
      option('null', '', { middleware: onRecords(recordsWithNulls(mayBeNull)) })),
    question('every-field', 'Do records have every optional field?', 'some',
      option('all', 'except those by which a filter looks for records, or a sort orders them', { middleware: onRecords(withFieldsOfOthers(optional)) })),
    question('inner-form', 'What do objects contain of which the contract states nothing else?', 'fields',
      option('entries', 'a list of entries', { middleware: onObjects(withEntries) })),
    question('empty-lists', 'Which lists in records are empty?', 'some',
      option('all', 'except those that must have an entry', { middleware: onObjects(withEmptyLists) })),
    question('extra-fields', 'Do responses contain fields that the contract does not name?', 'none',
      option('some', 'in each object with fields of fixed names', { middleware: (next, contract) => onObjects(withExtraField)(onStatedErrors(withDetail)(next, contract), contract) })),
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
  return mapValues(object, (value, name) => {
    const isChanged = isOpenSchema(schemaAt(schema, [name])) && isObject(value) && !isSent(value);
    return isChanged ? { entries: Object.entries(value).map(([key, one]) => ({ key, value: one })) } : value;
  });
}

function withEmptyLists(object: JsonObject, schema: JsonObject, { operation, isSent }: Asked): JsonObject {
  return mapValues(object, (value, name) => {
    const inner = schemaAt(schema, [name]);
    const hasRecords = schemaAt(at(inner, 'items'), operation.idPlace) !== undefined;
    const isChanged =
      Array.isArray(value) && !hasRecords && at(inner, 'minItems') === undefined && !isSent(value);
    return isChanged ? [] : value;
  });
}

const withExtraField = (object: JsonObject, { additionalProperties }: JsonObject): JsonObject =>
  additionalProperties === false ? object : { ...object, added_later: 'a field of a later version' };

/** An error with a further field, and with that of RFC 9457 that says why. */
function withDetail(error: JsonObject, schema: JsonObject): JsonObject {
  const isOpen = schema.additionalProperties !== false && at(schema, 'properties', 'detail') === undefined;
  return withExtraField(isOpen ? { detail: 'the request is not accepted', ...error } : error, schema);
}

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
      ...forms.map((form) => option(String(form), words[form], { choices: { timestamps: form }, middleware: onValues((value, { schema }) => (schema.format === 'date-time' ? inForm(value, form) : value)) }))),
    question('plain-timestamps', 'What form do timestamps in records have if the contract states none?', 'rfc3339',
      option('epoch', 'seconds since 1970', { middleware: onPlainTimestamps((time) => String(Math.floor(time.getTime() / 1000))) }),
      option('http', 'as in HTTP headers', { middleware: onPlainTimestamps((time) => time.toUTCString()) })),
    question('number-form', 'How is a whole number written where fractions are permitted?', '12',
      option('12.0', '', { middleware: (next, contract) => onResponse(withoutMarks)(onObjects(withMarkedNumbers)(next, contract), contract) })),
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

const isTimestamp = (value: Json): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value);

const inForm = (value: Json, form: Choices['timestamps']): Json =>
  isTimestamp(value) ? writeTimestamp(new Date(value), { ...usualChoices, timestamps: form }) : value;

const onPlainTimestamps = (write: (time: Date) => string): Mutant =>
  onValues((value, { schema }, { kind }) =>
    (kind === 'list' || kind === 'read') && isPlainText(schema) && isTimestamp(value)
      ? write(new Date(value))
      : value,
  );

/** JSON has no way to say how a number is written. */
const mark = 'written with a fraction: ';

const withMarkedNumbers = (object: JsonObject, schema: JsonObject): JsonObject =>
  mapValues(object, (value, name) => {
    const isWhole = Number.isInteger(value) && Math.abs(Number(value)) < 1e15;
    const isChanged = isWhole && String(typesOf(schemaAt(schema, [name]))) === 'number';
    return isChanged ? `${mark}${value}.0` : value;
  });

const withoutMarks = (response: HttpResponse): HttpResponse =>
  withBody(
    response,
    Buffer.from(
      Buffer.from(response.body)
        .toString()
        .replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1'),
    ),
  );

function withTimesApart(object: JsonObject, _: JsonObject, { operation, isSent }: Asked): JsonObject {
  const sought = soughtFields(operation);
  // What was created comes before what was updated.
  const names = Object.keys(object)
    .toSorted()
    .filter(
      (name) => isTimestamp(object[name] ?? null) && !isSent(object[name] ?? null) && !sought.includes(name),
    );
  return mapValues(object, (value, name) => {
    const index = names.indexOf(name);
    return index < 1 ? value : new Date(Date.parse(String(value)) + index * 1000).toISOString();
  });
}

const onCredentials = (write: (text: string) => string): Mutant =>
  onValues((value, { name, schema }, { kind }) => {
    const isCredential = kind === 'create' && usualNames.isField(name) && isPlainText(schema);
    const written = isCredential && typeof value === 'string' ? write(value) : undefined;
    return written !== undefined && isAllowedText(schema, written) ? written : value;
  });

function withUpperIds(object: JsonObject, schema: JsonObject, { operation }: Asked): JsonObject {
  if (operation.kind !== 'list') return object;
  return mapValues(object, (value, name) => {
    const isId = typeof value === 'string' && at(schemaAt(schema, [name]), 'format') === 'uuid';
    return isId ? value.toUpperCase() : value;
  });
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

/** What servers do at bad times, once on each operation, what a `should` advises them against, and what nobody builds for. */
function ofBadTimes(contract: Contract): readonly ClientQuestion[] {
  // biome-ignore format: one line an option
  return [
    question('transient-failure', 'What happens once to each operation?', 'none',
      option('429', 'a rate limit, with `Retry-After: 1`', { fault: { kind: 'too-many-requests' } }),
      option('503', 'the server is not available', { fault: { kind: 'status', code: 503 } }),
      option('reset', 'the connection is reset', { fault: { kind: 'connection-reset' } }),
      option('slow', 'the response takes two seconds', { fault: { kind: 'latency', ms: 2000 } }),
      option('cut', 'the connection closes in the middle of the body', { fault: { kind: 'truncated-body' } })),
    question('empty-optional-fields', 'What is returned for an optional field that has no value?', 'absent',
      option('null', '`null` in its place', { middleware: onRecords(recordsWithNulls()) })),
    question('absent-id', 'Which records have no id?', 'none',
      option('all', 'the contract does not require it', { middleware: onRecords(withoutIds) })),
    question('absent-challenge', 'Does a response with the status 401 have the header WWW-Authenticate?', 'yes',
      option('no', 'the contract does not require it', { middleware: onResponse(withoutChallenge) })),
    ...(filledListings(contract).size > 0 ? [
      question('first-records', 'Which records does a collection have that clients can fill?', 'some',
        option('named', 'only those that requests of the client name', { records: namedRecords(contract) })),
    ] : []),
    ...(everyOperation(contract).some(isReadConditionally) ? [
      question('known-tag', 'Which status does a reading with the current ETag in If-None-Match return?', '304',
        option('200', 'the contract lists it, too', { middleware: withoutIfNoneMatch })),
    ] : []),
    ...(contract.hasDerivedClauses ? ofUnwritten(contract) : []),
  ].map((one): ClientQuestion => ({ ...one, part: 'resilience' }));
}

/** What only sentences of a contract could say otherwise. */
function ofUnwritten(contract: Contract): readonly ClientQuestion[] {
  const all = everyOperation(contract);
  // biome-ignore format: one line an option
  return [
    ...(all.some(({ list }) => filterFields(list ?? {}).some(distinguishesCase)) ? [
      question('equal-letter-case', 'Does a filter for equal text distinguish upper case from lower case?', 'distinguished',
        option('ignored', '`ann` finds `Ann`, too', { choices: { 'equal-letter-case': 'ignored' } })),
    ] : []),
    question('list-values', 'In which order is a list of texts in a record returned?', 'sent',
      option('set', 'sorted, and equal ones once', { middleware: onObjects(withSets(returnedAsSent(contract))) })),
    ...(all.some(hasOffset) ? [
      question('offset-past-end', 'What does a page past the end return?', 'empty',
        option('rejected', 'the status 404', { middleware: withoutPagesPastEnd })),
    ] : []),
  ];
}

/** `null` for each optional field that a record lacks, by default also where the contract does not permit it. */
const recordsWithNulls =
  (isNullable: (schema: unknown) => boolean = () => true) =>
  (records: readonly JsonObject[], { operation }: Asked): readonly Json[] => {
    const schema = recordSchemaOf(operation);
    const paths = optionalIn(schema).filter(
      (path) => !isPlaced(operation, path) && isNullable(schemaAt(schema, path)),
    );
    return records.map((record) =>
      paths.reduce<Json>((whole, path) => {
        const isAbsent = at(whole, ...path) === undefined && isObject(at(whole, ...path.slice(0, -1)));
        return isAbsent ? withAt(whole, path, null) : whole;
      }, record),
    );
  };

const mayBeNull = (schema: unknown): boolean => typesOf(schema).includes('null');

const withoutIds = (records: readonly JsonObject[], { operation }: Asked): readonly Json[] =>
  operation.kind === 'list' && isOptionalAt(operation, operation.idPlace)
    ? records.map((record) => withoutAt(record, operation.idPlace))
    : records;

const withoutChallenge = (response: HttpResponse): HttpResponse =>
  withHeader(response, 'www-authenticate', null);

const withoutIfNoneMatch: Mutant = (next) => (request) => next(withHeader(request, 'if-none-match', null));

/** A server that rejects an offset past the end of a listing, with the status of its rejection of an invalid offset. */
const withoutPagesPastEnd: Mutant = (next, contract) => async (request) => {
  const response = await next(request);
  const operation = operationAsked(contract, request);
  const json = isLost(response) || response.status !== 200 ? undefined : jsonOf(response.body);
  if (json === undefined || !operation?.list || !hasOffset(operation)) return response;
  const { offset } = operation.list.names;
  const records = at(json, ...operation.record);
  const isPastEnd = Array.isArray(records) && records.length === 0;
  if (!isPastEnd || Number(queryIn(request.target).get(offset) ?? 0) < 1) return response;
  const rejected = await next({
    ...request,
    target: withChangedPairs(request.target, offset, () => [`${percentEncoded(offset)}=none`]),
  });
  if (isLost(rejected)) return rejected;
  const headers = withoutHeader(withoutHeader(rejected.headers, 'assay-clause'), 'assay-pointer');
  return { ...rejected, status: 404, headers: [...headers, ['Assay-Choice', 'offset-past-end=rejected']] };
};

/** The names of the fields that the contract promises to return as they were sent. */
const returnedAsSent = (contract: Contract): ReadonlySet<unknown> =>
  new Set(
    everyOperation(contract).flatMap(({ id }) =>
      promisesOf(contract, id).flatMap(({ path, sentAt }) => (sentAt ? [path.at(-1)] : [])),
    ),
  );

const withSets =
  (promised: ReadonlySet<unknown>) =>
  (object: JsonObject, schema: JsonObject): JsonObject =>
    mapValues(object, (value, name) => {
      const isOpen = !promised.has(name) && at(schemaAt(schema, [name]), 'minItems') === undefined;
      const isChanged = isOpen && Array.isArray(value) && value.every((one) => typeof one === 'string');
      return isChanged ? [...new Set(value)].toSorted() : value;
    });
