import type { Contract, OperationId } from '../contract/contract.ts';
import { fitValue, sampleOf } from '../contract/fitting.ts';
import { fieldsOf, filterIn, type ListStructure, offsetOf, schemaAt } from '../contract/list.ts';
import {
  collectionParameters,
  everyOperation,
  isOfKind,
  type Operation,
  operationIn,
} from '../contract/operations.ts';
import { keyOfRecord } from '../contract/record.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../json/json.ts';
import type { Catalog } from './catalog.ts';
import { createBodyReader } from './creations.ts';
import type { Handler, Setup, StubOperation } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { type Problem, reject } from './responses.ts';

/** How many records each sample scope has. */
const sizes = [47, 7, 1, 0];

/** A uuid that is the same for the same text. */
const uuidFor = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A value for a field, another for each place, as far as its schema allows. */
function valueFor(name: string, schema: Json | undefined, place: number): Json {
  const allowed = at(schema, 'enum');
  if (Array.isArray(allowed)) return allowed[place % allowed.length] ?? null;
  if (at(schema, 'const') !== undefined) return sampleOf(schema);
  const type = [at(schema, 'type')].flat()[0];
  if (type === 'integer' || type === 'number') return fitValue(schema, place);
  if (type === 'string' && at(schema, 'format') === 'uuid') return uuidFor(place);
  if (type === 'string' && at(schema, 'format') === undefined) return fitValue(schema, `${name}-${place}`);
  if (type === 'object') return recordFor(schema, place);
  if (type === 'array')
    return [1, 2].map((more) => valueFor(name, at(schema, 'items') as Json, place + more));
  return sampleOf(schema);
}

/** A record with all fields of its schema, or without the optional ones at every third place. */
function recordFor(schema: Json | undefined, place: number, always: readonly string[] = []): JsonObject {
  const properties = at(schema, 'properties');
  const required = at(schema, 'required');
  const fields = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) =>
      place % 3 !== 2 || always.includes(name) || (Array.isArray(required) && required.includes(name)),
  );
  return Object.fromEntries(fields.map(([name, inner]) => [name, valueFor(name, inner, place)]));
}

const recordSchema = ({ response, record, kind }: Operation): Json | undefined => {
  const whole = schemaAt(response, record);
  return (kind === 'list' ? at(whole, 'items') : whole) as Json | undefined;
};

export type SampleScope = {
  readonly operation: OperationId;
  readonly values: readonly string[];
  readonly records: readonly JsonObject[];
};

/** Sample records for each operation that lists: in several scopes if its path names one. */
export function sampleScopes(contract: Contract): readonly SampleScope[] {
  let place = 0;
  return everyOperation(contract)
    .filter(({ kind }) => kind === 'list')
    .flatMap((operation) => {
      const parameters = collectionParameters(operation).map((name) =>
        operation.parameters.find((one) => one.in !== 'header' && one.name === name),
      );
      const count = parameters.length === 0 ? 1 : sizes.length;
      return Array.from({ length: count }, (_, index): SampleScope => {
        const values = parameters.map((one, depth) =>
          String(valueFor(one?.name ?? '', one?.schema, depth < parameters.length - 1 ? 1 : index + 1)),
        );
        const records = Array.from({ length: sizes[index] ?? 0 }, () => {
          place += 1;
          return recordFor(recordSchema(operation), place, operation.idPlace.map(String));
        });
        return { operation: operation.id, values, records };
      }).filter(
        // Some values cannot differ, such as those of an enum with one.
        ({ values }, index, all) => all.findIndex((one) => String(one.values) === String(values)) === index,
      );
    });
}

/** What a stub of any contract holds: sample records by scope, and what was created, by resource. */
function createStore(contract: Contract) {
  const scopes = new Map<string, JsonObject[]>();
  const created = new Map<string, JsonObject[]>();
  let last = 0;
  const fill = (): void => {
    scopes.clear();
    created.clear();
    last = 1000;
    for (const { operation, values, records } of sampleScopes(contract))
      scopes.set(keyOf(operation, values), [...records]);
  };
  fill();
  return {
    clear: fill,
    next: (): number => {
      last += 1;
      return last;
    },
    add: (resource: string, record: JsonObject): void => {
      created.set(resource, [...(created.get(resource) ?? []), record]);
    },
    createdIn: (resource: string): readonly JsonObject[] => created.get(resource) ?? [],
    listed: ({ id, resource }: Operation, values: readonly string[]): readonly JsonObject[] | undefined => {
      const own = scopes.get(keyOf(id, values));
      // What is created belongs to the listing of all records; no contract says to which other scope.
      return own && values.length === 0 ? [...own, ...(created.get(resource) ?? [])] : own;
    },
    all: (resource: string): readonly JsonObject[] => [
      ...[...scopes].flatMap(([key, records]) =>
        contract.operations[key.split(' ')[0] ?? '']?.resource === resource ? records : [],
      ),
      ...(created.get(resource) ?? []),
    ],
  };
}

const keyOf = (id: OperationId, values: readonly string[]): string => [id, ...values].join(' ');

const storeOf = ({ memory, contract }: Setup) => memory.kept('records', () => createStore(contract));

const statusOf = ({ success }: Operation): number => (/^\d+$/.test(success) ? Number(success) : 200);

const bodyOf = (json: Json): Uint8Array => Buffer.from(JSON.stringify(json));

function createCreation(setup: Setup, operation: Operation): Handler {
  const { source } = setup;
  const store = storeOf(setup);
  const read = createBodyReader(setup, operation.id, { check: () => [], freeText: '' });
  const checkParameters = createParameterCheck(setup, operation.id, () => true);
  const schema = recordSchema(operation);
  const known = at(schema, 'properties');
  return (incoming) => {
    const problems = [
      ...incoming.problems,
      ...checkParameters(new Map([...incoming.pathParameters, ...incoming.queryParameters])),
    ];
    if (problems.length > 0) return reject(400, problems);
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    const sent = at(body.json, ...operation.sentIn);
    const kept = Object.entries(isObject(sent) ? sent : {}).filter(
      ([name]) => isObject(known) && Object.hasOwn(known, name),
    );
    const number = store.next();
    const [idName = 'id'] = operation.idPlace.map(String);
    const idSchema = schemaAt(schema, operation.idPlace);
    const id = at(idSchema, 'format') === 'uuid' ? source.uuid() : valueFor(idName, idSchema as Json, number);
    const record = fitValue(schema, { [idName]: id, ...Object.fromEntries(kept) }) as JsonObject;
    store.add(operation.resource, record);
    return { status: statusOf(operation), body: bodyOf(withAt({}, operation.record, record)) };
  };
}

function createReading(setup: Setup, operation: Operation): Handler {
  const store = storeOf(setup);
  const check = createParameterCheck(setup, operation.id, () => true);
  return ({ pathParameters, queryParameters, problems }) => {
    const found = [...problems, ...check(new Map([...pathParameters, ...queryParameters]))];
    if (found.length > 0) return reject(400, found);
    const wanted = [...pathParameters.values()].at(-1) ?? '';
    const record = store
      .all(operation.resource)
      .find((one) => keyOfRecord(operation, one)?.toLowerCase() === wanted.toLowerCase());
    return record
      ? { status: statusOf(operation), body: bodyOf(withAt({}, operation.record, record)) }
      : reject(404, [{ detail: 'nothing has this id' }]);
  };
}

function matches(list: ListStructure, filter: string, record: JsonObject): boolean {
  for (const { operator, attribute, place, means } of fieldsOf(list)) {
    const begin = `${operator}(${attribute},`;
    if (!filter.startsWith(begin) || !filter.endsWith(')')) continue;
    const value = filter.slice(begin.length, -1);
    const shown = String(at(record, ...place) ?? '');
    return means === 'among' ? value.split(',').includes(shown) : shown === value;
  }
  return false;
}

function createListing(setup: Setup, operation: Operation, list: ListStructure): Handler {
  const store = storeOf(setup);
  const check = createParameterCheck(setup, operation.id, () => true);
  const { names, bounds } = list;
  return ({ pathParameters, queryParameters, problems }) => {
    const found: Problem[] = [...problems, ...check(new Map([...pathParameters, ...queryParameters]))];
    if (found.length > 0) return reject(400, found);
    const values = collectionParameters(operation).map(
      (name) => pathParameters.get(name) ?? queryParameters.get(name) ?? '',
    );
    const whole = store.listed(operation, values);
    if (!whole) return reject(404, [{ detail: 'there is nothing to list at this path' }]);
    const [filter] = filterIn(list, new URLSearchParams([...queryParameters]));
    const listed = filter === undefined ? whole : whole.filter((one) => matches(list, filter, one));
    const usual = list.usual ?? Math.min(20, bounds.held);
    const limit = Math.min(Number(queryParameters.get(names.limit) ?? usual), bounds.held);
    const given = queryParameters.get(names.offset);
    const asked = list.nextToken && given !== undefined ? Buffer.from(given, 'base64url').toString() : given;
    if (list.nextToken && asked !== undefined && !/^at:\d+$/.test(asked))
      return reject(400, [{ detail: 'there is no such page' }]);
    const offset = asked === undefined ? 0 : (offsetOf(list, Number(asked.replace('at:', '')), limit) ?? 0);
    const page = listed.slice(offset, offset + limit);
    if (list.records.length === 0) return { status: statusOf(operation), body: bodyOf(page) };
    const end = offset + page.length;
    const next =
      list.nextToken && end < listed.length ? Buffer.from(`at:${end}`).toString('base64url') : undefined;
    const body =
      next === undefined
        ? withAt({}, list.records, page)
        : withAt(withAt({}, list.records, page), list.nextToken ?? [], next);
    const whole_ = list.total.length === 0 ? body : withAt(body, list.total, listed.length);
    return { status: statusOf(operation), body: bodyOf(fitValue(operation.response, whole_)) };
  };
}

/** What a stub does for an operation of which only the contract is known. */
export function genericOperation(contract: Contract, id: OperationId): StubOperation {
  const operation = operationIn(contract, id);
  const { list, kind } = operation;
  return {
    createHandler: (setup) => {
      if (list) return createListing(setup, operation, list);
      if (kind === 'create') return createCreation(setup, operation);
      if (kind === 'read') return createReading(setup, operation);
      if (kind === 'get')
        return () => ({ status: statusOf(operation), body: bodyOf(valueFor('', operation.response, 1)) });
      return () => reject(501, [{ detail: 'the stub only creates, lists and reads' }]);
    },
    example: () => {
      const [scope] = sampleScopes(contract).filter((one) => one.operation === id);
      const path = (values: readonly string[]): string => {
        const left = [...values];
        return operation.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(left.shift() ?? ''));
      };
      if (scope) return { target: path(scope.values) };
      if (!isOfKind(contract, id, 'create')) return undefined;
      const schema = schemaAt(operation.request, operation.sentIn) as Json | undefined;
      return {
        target: operation.path,
        body: Buffer.from(JSON.stringify(withAt({}, operation.sentIn, recordFor(schema, 1)))),
      };
    },
  };
}

/** The catalog of a stub that has no shop. */
export const noCatalog: Catalog = {
  name: 'generated sample data',
  hierarchies: [],
  products: new Map(),
  accounts: new Set(),
  offerings: new Map(),
} as unknown as Catalog;
