// Of which kind an operation is.

import { UserError } from '../errors.ts';
import { at, isObject, type JsonObject, type Path } from '../json/json.ts';
import { schemaAt } from '../json/schema-at.ts';
import { isOfRecord } from '../path-template.ts';
import { oneOf } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { isChanging, type Operation, type OperationKind, operationKinds } from './operations.ts';
import { itemsIn } from './propose/records.ts';
import { creatorOf } from './related-operations.ts';

type WithoutKind = Omit<Operation, 'kind'> & { readonly statedKind?: OperationKind };

/** Whether a response has a list of records. */
const hasRecords = ({ path, response }: WithoutKind): boolean => itemsIn(path, response, false) !== undefined;

/**
 * The kind of each operation: as `x-kind` states it, else by method and path. One that changes or deletes what no operation
 * creates is of none.
 */
export function withKinds(all: readonly WithoutKind[]): Operation[] {
  const listings = new Set(
    all.filter((one) => one.method === 'GET' && hasRecords(one)).map(({ path }) => path),
  );
  /** Whether records are listed at the path of an operation, or found below it. */
  const isOfRecords = ({ path }: WithoutKind): boolean =>
    listings.has(path) || all.some((one) => one.path.startsWith(`${path.replace(/\/$/, '')}/{`));
  const showsId = ({ response, record, idPlace }: WithoutKind): boolean =>
    schemaAt(schemaAt(response, record), idPlace) !== undefined;
  /** Other POSTs log in or search; one below a record that returns it, such as a payment, is an action on it. */
  const isCreation = (one: WithoutKind): boolean =>
    one.success === '201' ||
    one.responseHeaders.includes('location') ||
    (!hasRecords(one) && (isOfRecords(one) || (one.pathParameters.length === 0 && showsId(one))));
  const kindOf = (one: WithoutKind): OperationKind => {
    const { list, method, request, path } = one;
    if (list) return 'list';
    if (method === 'POST' && request && !isOfRecord(path)) return isCreation(one) ? 'create' : 'other';
    if (isOfRecord(path)) {
      if (method === 'GET') return 'read';
      if (method === 'DELETE') return 'delete';
      if (method === 'PUT' && isOfFields(request)) return 'replace';
      if (method === 'PATCH' && isOfFields(request)) return 'update';
    }
    return method === 'GET' ? 'get' : 'other';
  };
  const known = all.map(({ statedKind, ...one }): Operation => ({ ...one, kind: statedKind ?? kindOf(one) }));
  const operations = Object.fromEntries(known.map((one) => [one.id, one]));
  // What nothing of the contract creates, no run may change or delete.
  return known.map((one) =>
    isChanging(one) && !creatorOf({ operations }, one.id) ? { ...one, kind: 'other' } : one,
  );
}

/** A list, as in a JSON Patch, says how to change a record and has none of its fields. */
const isOfFields = (request: JsonObject | undefined): boolean =>
  at(request, 'type') === 'object' || isObject(at(request, 'properties'));

/** What `x-kind` of an operation states. */
export function statedKindOf(
  { found, path }: { readonly found: JsonObject; readonly path: Path },
  where: Where,
): OperationKind | undefined {
  const stated = found['x-kind'];
  if (stated === undefined) return undefined;
  const kind = operationKinds.find((one) => one === stated);
  if (kind) return kind;
  throw new UserError(
    `${where([...path, 'x-kind'])}: x-kind is ${JSON.stringify(stated)}; write ${oneOf(operationKinds)}.`,
  );
}
