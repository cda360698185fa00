import { Fault } from '../fault.ts';
import { at, isObject, type Json, type JsonObject } from '../wire/json.ts';
import { resolveReference } from './constraints.ts';
import { type Operation, type OperationId, operationIds, type Parameter } from './contract.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads the operations out of an OpenAPI document, references resolved. */
export function readOperations(document: JsonObject): Record<OperationId, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    for (const method of methods) {
      const operation = at(item, method);
      if (isObject(operation)) {
        found.set(String(operation.operationId), readOperation(document, path, method, operation));
      }
    }
  }
  const take = (id: OperationId): Operation => {
    const operation = found.get(id);
    if (!operation)
      throw new Fault(`openapi.yaml: no operation has the operationId "${id}"; add it under paths.`);
    return operation;
  };
  const [key, subscription, products] = operationIds;
  return { [key]: take(key), [subscription]: take(subscription), [products]: take(products) };
}

function readOperation(document: JsonObject, path: string, method: string, operation: JsonObject): Operation {
  const body = jsonSchema(at(operation, 'requestBody'));
  const success = Object.keys(isObject(operation.responses) ? operation.responses : {}).find((code) =>
    code.startsWith('2'),
  );
  const response = success === undefined ? undefined : jsonSchema(at(operation, 'responses', success));
  if (success === undefined || response === undefined) {
    throw new Fault(
      `openapi.yaml, ${path}: ${method} has no successful JSON response; add one under responses.`,
    );
  }
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  return {
    id: operation.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    success,
    parameters: parameters.map((parameter) => inline(document, parameter) as unknown as Parameter),
    ...(body ? { request: inline(document, body) as JsonObject } : {}),
    response: inline(document, response) as JsonObject,
  };
}

const jsonSchema = (content: unknown): JsonObject | undefined => {
  const schema = at(content, 'content', 'application/json', 'schema');
  return isObject(schema) ? schema : undefined;
};

/** A copy with every local reference replaced by what it leads to. */
export function inline(document: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => inline(document, item));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string') return inline(document, resolveReference(document, value.$ref));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inline(document, inner)]));
}
