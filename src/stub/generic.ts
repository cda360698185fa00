import type { Contract, OperationId } from '../contract/contract.ts';
import { fitValue } from '../contract/fitting.ts';
import { fieldsOf, filterIn, type ListStructure, offsetOf } from '../contract/list.ts';
import { filledPath, type Operation, operationIn, scopeNames } from '../contract/operations.ts';
import { at, type Json, type JsonObject, withAt } from '../json/json.ts';
import type { Catalog } from './catalog.ts';
import { createCreation } from './create.ts';
import type { Handler, Setup, StubOperation } from './operation.ts';
import { createParameterCheck } from './parameters.ts';
import { createReading } from './read.ts';
import { type Problem, reject } from './responses.ts';
import { bodyFor, samplesOf, sampleValues, valueFor } from './samples.ts';
import { successStatus } from './statuses.ts';
import { storeOf } from './store.ts';

const bodyOf = (json: Json): Uint8Array => Buffer.from(JSON.stringify(json));

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
    const values = scopeNames(operation).map(
      (name) => pathParameters.get(name) ?? queryParameters.get(name) ?? '',
    );
    const whole = store.listed(operation, values)?.records;
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
    if (list.records.length === 0) return { status: successStatus(operation), body: bodyOf(page) };
    const end = offset + page.length;
    const next =
      list.nextToken && end < listed.length ? Buffer.from(`at:${end}`).toString('base64url') : undefined;
    const body =
      next === undefined
        ? withAt({}, list.records, page)
        : withAt(withAt({}, list.records, page), list.nextToken ?? [], next);
    const whole_ = list.total.length === 0 ? body : withAt(body, list.total, listed.length);
    return { status: successStatus(operation), body: bodyOf(fitValue(operation.response, whole_)) };
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
      if (kind === 'get') {
        const body = bodyOf(valueFor('', operation.response, 1));
        return () => ({ status: successStatus(operation), body });
      }
      const { method, path } = operation;
      const detail = `the stub does not serve ${method} ${path}: it only creates, lists and reads`;
      return () => reject(501, [{ detail }]);
    },
    example: () => exampleOf(contract, operation),
  };
}

/** A request that the stub accepts. */
function exampleOf(contract: Contract, operation: Operation): ReturnType<StubOperation['example']> {
  const { id, kind, path, list } = operation;
  const values = sampleValues(contract, path);
  if (!values || kind === 'other') return undefined;
  const target = filledPath(path, values.map(encodeURIComponent));
  if (kind === 'create') return { target, body: Buffer.from(JSON.stringify(bodyFor(contract, operation))) };
  const collection = samplesOf(contract).collections.find((one) => one.operation === id);
  const query = (list?.required ?? []).map((name, index): [string, string] => [
    name,
    collection?.values[values.length + index] ?? '',
  ]);
  return {
    target: query.length === 0 ? target : `${target}?${new URLSearchParams(query)}`,
  };
}

/** The catalog of a stub that has no shop. */
export const noCatalog: Catalog = {
  name: 'generated sample data',
  accounts: new Set(),
  plans: new Set(),
  offerings: new Map(),
  hierarchies: [],
  products: new Map(),
};
