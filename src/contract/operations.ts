import { Fault } from '../fault.ts';
import { isObject, type Json, type JsonObject } from '../wire/json.ts';
import { type Operation, type OperationId, operationIds, type Parameter } from './contract.ts';
import { resolveReference } from './references.ts';
import { jsonSchemaOf, parametersOf, requestOf, type Site, sitesIn, successOf } from './sites.ts';
import type { Where } from './yaml-file.ts';

/** Reads the operations out of an OpenAPI document, references resolved. */
export function readOperations(document: JsonObject, where: Where): Record<OperationId, Operation> {
  const sites = new Map<string, Site>();
  for (const site of sitesIn(document)) {
    if (sites.has(site.id))
      throw new Fault(
        `${where([...site.path, 'operationId'])}: the operationId "${site.id}" is taken; choose another.`,
      );
    sites.set(site.id, site);
  }
  const take = (id: OperationId): Operation => {
    const site = sites.get(id);
    if (!site)
      throw new Fault(`${where(['paths'])}: no operation has the operationId "${id}"; add it under paths.`);
    return readOperation(document, where, id, site);
  };
  const [key, subscription, products] = operationIds;
  return { [key]: take(key), [subscription]: take(subscription), [products]: take(products) };
}

function readOperation(document: JsonObject, where: Where, id: OperationId, site: Site): Operation {
  const { url, method, path } = site;
  const request = requestOf(document, site);
  const body = request && jsonSchemaOf(request);
  const success = successOf(document, site);
  const response = success && jsonSchemaOf(success);
  if (!success || !response) {
    throw new Fault(
      `${where([...path, 'responses'])}: ${method} ${url} has no successful response of application/json with a schema; add one under responses.`,
    );
  }
  return {
    id,
    method: method.toUpperCase(),
    path: url,
    success: success.status,
    parameters: parametersOf(document, site).map(
      ({ found }) => inline(document, found) as unknown as Parameter,
    ),
    ...(body ? { request: inline(document, body.found) as JsonObject } : {}),
    response: inline(document, response.found) as JsonObject,
  };
}

/** A copy with every local reference replaced by what it leads to. */
export function inline(document: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => inline(document, item));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string') return inline(document, resolveReference(document, value.$ref));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inline(document, inner)]));
}
