import { UserError } from '../errors.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { combined } from './combine.ts';
import { type Operation, type OperationId, operationIds, type Parameter } from './contract.ts';
import { readList } from './list.ts';
import {
  jsonSchemaOf,
  type OperationPart,
  operationsIn,
  parametersOf,
  requestOf,
  successOf,
} from './openapi-parts.ts';
import { resolveReference } from './references.ts';

/** Reads the operations of an OpenAPI document and resolves their references. */
export function readOperations(document: JsonObject, where: Where): Record<OperationId, Operation> {
  const parts = new Map<string, OperationPart>();
  for (const part of operationsIn(document)) {
    if (parts.has(part.id))
      throw new UserError(
        `${where([...part.path, 'x-operation'])}: the x-operation "${part.id}" is already used; choose another.`,
      );
    parts.set(part.id, part);
  }
  const take = (id: OperationId): Operation => {
    const part = parts.get(id);
    if (!part)
      throw new UserError(
        `${where(['paths'])}: no operation has the x-operation "${id}"; add it under paths.`,
      );
    return readOperation(document, where, id, part);
  };
  return Object.fromEntries(operationIds.map((id) => [id, take(id)])) as Record<OperationId, Operation>;
}

function readOperation(document: JsonObject, where: Where, id: OperationId, part: OperationPart): Operation {
  const { url, method, path } = part;
  const request = requestOf(document, part);
  const body = request && jsonSchemaOf(request);
  const success = successOf(document, part);
  const response = success && jsonSchemaOf(success);
  if (!success || !response) {
    throw new UserError(
      `${where([...path, 'responses'])}: ${method} ${url} has no successful response of application/json with a schema; add one under responses.`,
    );
  }
  const parameters = parametersOf(document, part).map(
    ({ found }) => inline(document, found) as unknown as Parameter,
  );
  const answer = inline(document, response.found) as JsonObject;
  const list = readList(part.found['x-list'], { parameters, response: answer }, (steps) =>
    where([...path, 'x-list', ...steps]),
  );
  return {
    id,
    method: method.toUpperCase(),
    path: url,
    success: success.status,
    parameters,
    ...(body ? { request: inline(document, body.found) as JsonObject } : {}),
    response: answer,
    ...(list ? { list } : {}),
  };
}

/** A copy in which every local reference is replaced by its target, and whatever is put together is one schema. */
export function inline(document: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => inline(document, item));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string') return inline(document, resolveReference(document, value.$ref));
  return combined(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inline(document, inner)])),
  );
}
