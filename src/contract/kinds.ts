// Of which kind an operation is.

import { UserError } from '../errors.ts';
import { at, isObject, type JsonObject, type Path } from '../json/json.ts';
import { isOfRecord } from '../path-template.ts';
import { oneOf } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { type Operation, type OperationKind, operationKinds } from './operations.ts';

export type WithoutKind = Omit<Operation, 'kind'> & { readonly statedKind?: OperationKind };

/** Each part of a path that ends where the name of a parameter begins. */
const placesAbove = (path: string): string[] =>
  [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index + 2));

/** The kind of each operation: as `x-kind` states it, else by method and path. */
export function withKinds(all: readonly WithoutKind[]): Operation[] {
  /** How many operations are at a path, or at a record below it. */
  const counts = new Map<string, number>();
  for (const { path } of all)
    for (const place of new Set([path, ...placesAbove(path)]))
      counts.set(place, (counts.get(place) ?? 0) + 1);
  const isBesideOthers = ({ path }: WithoutKind): boolean =>
    (counts.get(path) ?? 0) > 1 || counts.has(`${path.replace(/\/$/, '')}/{`);
  /** A POST below a record, at whose path nothing else is, is an action on that record. */
  const isAction = (one: WithoutKind): boolean =>
    one.pathParameters.length > 0 && !one.success.startsWith('201') && !isBesideOthers(one);
  const kindOf = (one: WithoutKind): OperationKind => {
    const { list, method, request, path } = one;
    if (list) return 'list';
    if (method === 'POST' && request) return isOfRecord(path) || isAction(one) ? 'other' : 'create';
    if (isOfRecord(path)) {
      if (method === 'GET') return 'read';
      if (method === 'DELETE') return 'delete';
      if (method === 'PUT' && isOfFields(request)) return 'replace';
      if (method === 'PATCH' && isOfFields(request)) return 'update';
    }
    return method === 'GET' ? 'get' : 'other';
  };
  return all.map(({ statedKind, ...one }) => ({ ...one, kind: statedKind ?? kindOf(one) }));
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
