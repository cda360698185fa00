import type { Contract } from '../../src/contract/contract.ts';
import { everyOperation, type Operation } from '../../src/contract/operations.ts';
import { recordSchemaOf } from '../../src/contract/record.ts';
import { readerOf } from '../../src/contract/related-operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
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
import { readSought } from '../list/filters/filter.ts';
import { readQueryOf } from '../list/query.ts';
import { sortKeyIn } from '../list/sort/sorted.ts';
import { type Asked, onJson, onObjects, onRecords } from './change-responses.ts';
import { type ClientQuestion, option, question } from './client-question.ts';
import { onStatedErrors } from './http-changes.ts';

export function ofFields(contract: Contract): readonly ClientQuestion[] {
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

export const isOptionalAt = (operation: Operation, path: Path): boolean =>
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
export const soughtFields = ({ list }: Operation): readonly string[] =>
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

/** `null` for each optional field that a record lacks, by default also where the contract does not permit it. */
export const recordsWithNulls =
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
