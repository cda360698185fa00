import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { type Operation, type OperationId, operationIds } from './contract.ts';
import { type Parameter, readList } from './list.ts';

const dataKeywords = ['example', 'examples', 'default', 'const', 'enum'];

export function checkReferences(document: JsonObject, where: Where): void {
  const followed = new Set<string>();
  const visit = (value: Json, path: Path, trail: readonly string[], isNames: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && typeof value.$ref === 'string' && !isNames) {
      const reference = value.$ref;
      const place = where([...path, '$ref']);
      const target = targetOf(document, reference);
      if (!target)
        throw new UserError(
          `${place}: $ref "${reference}" does not resolve; point it at something under #/components.`,
        );
      if (trail.includes(reference))
        throw new UserError(`${place}: $ref "${reference}" refers back to itself; break the cycle.`);
      if (!followed.has(reference)) visit(target, stepsOf(reference), [...trail, reference], false);
      followed.add(reference);
    }
    for (const [name, inner] of Object.entries(value)) {
      if (!isNames && dataKeywords.includes(name)) continue;
      visit(inner, [...path, name], trail, name === 'properties' && !isNames);
    }
  };
  visit(document, [], [], false);
}

export function resolveReference(document: JsonObject, reference: string): JsonObject {
  const target = targetOf(document, reference);
  if (!target) throw new Error(`the reference ${reference} was not checked`);
  return target;
}

function targetOf(document: JsonObject, reference: string): JsonObject | undefined {
  const target = at(document, ...stepsOf(reference));
  return reference.startsWith('#/') && isObject(target) ? target : undefined;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export type DocumentPart = { readonly found: JsonObject; readonly path: Path };

export type OperationPart = DocumentPart & {
  readonly id: string;
  readonly url: string;
  readonly method: string;
};

export function operationsIn(document: JsonObject): OperationPart[] {
  return Object.entries(isObject(document.paths) ? document.paths : {}).flatMap(([url, item]) =>
    methods.flatMap((method) => {
      const found = at(item, method);
      const id = at(found, 'x-operation');
      return isObject(found) && typeof id === 'string'
        ? [{ id, url, method, found, path: ['paths', url, method] }]
        : [];
    }),
  );
}

export function parametersOf(document: JsonObject, { found, path }: OperationPart): DocumentPart[] {
  const list = Array.isArray(found.parameters) ? found.parameters : [];
  return list.flatMap((_, index) => partAt(document, [...path, 'parameters', index]) ?? []);
}

export const requestOf = (document: JsonObject, { path }: OperationPart): DocumentPart | undefined =>
  partAt(document, [...path, 'requestBody']);

export function successOf(document: JsonObject, { found, path }: OperationPart) {
  const { responses } = found;
  const status = Object.keys(isObject(responses) ? responses : {}).find((code) => code.startsWith('2'));
  const response = status === undefined ? undefined : partAt(document, [...path, 'responses', status]);
  return response && status !== undefined ? { ...response, status } : undefined;
}

export function jsonSchemaOf({ found, path }: DocumentPart): DocumentPart | undefined {
  const steps = ['content', 'application/json', 'schema'];
  const schema = at(found, ...steps);
  return isObject(schema) ? { found: schema, path: [...path, ...steps] } : undefined;
}

/** The part at a path, with references followed. */
function partAt(document: JsonObject, path: Path): DocumentPart | undefined {
  const found = at(document, ...path);
  if (!isObject(found)) return undefined;
  return typeof found.$ref === 'string' ? partAt(document, stepsOf(found.$ref)) : { found, path };
}

export const combining = ['oneOf', 'allOf'] as const;

export function partsOf(schema: JsonObject) {
  const keyword = combining.find((one) => Array.isArray(schema[one]));
  return keyword && { keyword, parts: schema[keyword] as readonly Json[] };
}

/** The schema that is equivalent to one that uses `oneOf` or `allOf`. */
function combined(schema: JsonObject): JsonObject {
  const { keyword, parts } = partsOf(schema) ?? {};
  if (!keyword || !parts) return schema;
  const { [keyword]: _parts, ...own } = schema;
  const whole = parts.filter(isObject).reduce(merged, own);
  if (keyword === 'allOf') return whole;
  const clauses = isObject(whole['x-clause']) ? whole['x-clause'] : {};
  const { oneOf: clause, ...others } = clauses;
  return {
    ...whole,
    type: parts.flatMap(typesOf),
    'x-clause': { ...others, ...(clause === undefined ? {} : { type: clause }) },
  };
}

export const typesOf = (schema: Json): readonly Json[] =>
  isObject(schema) ? [schema.type ?? []].flat() : [];

/**
 * Makes sure that a violation belongs to one part only: the options of `oneOf` differ in type, and no two parts state
 * the same.
 */
export function checkParts(schema: JsonObject, resolved: readonly Json[], path: Path, where: Where): void {
  const { keyword } = partsOf(schema) ?? {};
  if (!keyword) return;
  const place = where([...path, keyword]);
  if (keyword === 'oneOf' && !resolved.every(isOption))
    throw new UserError(
      `${place}: no rule can find out which schema of "oneOf" a value is meant to match; give each a "type" of its own, and neither const nor enum.`,
    );
  const types = resolved.flatMap(typesOf).map((type) => (type === 'integer' ? 'number' : type));
  const keywords = resolved.flatMap(keywordsOf).filter((name) => keyword === 'allOf' || name !== 'type');
  const fields = resolved.flatMap((part) => Object.keys(fieldsOf(part)));
  const twice = [keyword === 'oneOf' ? types : [], keywords, fields].map(repeated).find(Boolean);
  if (twice)
    throw new UserError(
      `${place}: two parts of "${keyword}" have ${JSON.stringify(twice)}; keep one of them.`,
    );
}

const isOption = (schema: Json): boolean =>
  isObject(schema) && schema.type !== undefined && schema.const === undefined && schema.enum === undefined;

const fieldsOf = (schema: Json): JsonObject =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {};

const keywordsOf = (schema: Json): string[] =>
  Object.keys(isObject(schema) ? schema : {}).filter(
    (keyword) => !keyword.startsWith('x-') && !['description', 'properties', 'required'].includes(keyword),
  );

const repeated = (values: readonly Json[]): Json | undefined =>
  values.find((value, index) => values.indexOf(value) < index);

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const join = (first: Json | undefined, second: Json | undefined): Json => {
    if (isObject(first) && isObject(second)) return merged(first, second);
    if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
    return first ?? second ?? null;
  };
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, join(one[name], other[name])]));
}

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

/** A copy with references replaced by their targets, and combined schemas by one. */
export function inline(document: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => inline(document, item));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string') return inline(document, resolveReference(document, value.$ref));
  return combined(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inline(document, inner)])),
  );
}
