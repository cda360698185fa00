// How a response is changed on its way to a client.

import type { FieldPath } from '../../src/contract/contract.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { schemaBelow } from '../../src/contract/schema-values.ts';
import { type HttpRequest, isLost, type Mutant } from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import {
  at,
  instances,
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  withAt,
} from '../../src/json/json.ts';
import { schemaAt, typesOf } from '../../src/json/schema-at.ts';
import { onceFor } from '../../src/once.ts';
import { operationOf } from '../core/operation-of.ts';
import { isAccepted } from '../core/status.ts';
import { withJson } from '../mutants/edits.ts';

/** What a response is to, and what the client sent before it. */
export type Asked = {
  readonly operation: Operation;
  readonly request: HttpRequest;
  /** Whether the client sent a value: a server returns it as it was sent. */
  readonly isSent: (value: Json) => boolean;
};

/** Changes the JSON of responses to requests that were accepted. */
export const onJson =
  (change: (json: Json, asked: Asked) => Json): Mutant =>
  (next, contract) => {
    const sent = new Set<string>();
    return async (request) => {
      const body = jsonOf(request.body);
      for (const value of body === undefined ? [] : valuesWithin(body)) sent.add(JSON.stringify(value));
      const response = await next(request);
      const id = operationOf(contract, request);
      if (isLost(response) || !isAccepted({ response }) || id === undefined) return response;
      const json = jsonOf(response.body);
      if (json === undefined) return response;
      const isSent = (value: Json): boolean => sent.has(JSON.stringify(value));
      const changed = change(json, { operation: operationIn(contract, id), request, isSent });
      // What means the same is the same, byte for byte: otherwise a client would be tried with it for nothing.
      return JSON.stringify(changed) === JSON.stringify(json) ? response : withJson(response, changed);
    };
  };

const valuesWithin = (value: Json): Json[] => [
  value,
  ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesWithin) : []),
];

/** Changes the records in responses: those that an operation is about, and those beside them. */
export const onRecords = (
  change: (records: readonly JsonObject[], asked: Asked) => readonly Json[],
): Mutant =>
  onJson((json, asked) => {
    const found = recordPathsOf(asked.operation).flatMap((path) => instances(json, path));
    const records = found.flatMap(({ path, value }) => (isObject(value) ? [{ path, value }] : []));
    const changed = change(
      records.map(({ value }) => value),
      asked,
    );
    return records.reduce((whole, { path }, index) => withAt(whole, path, changed[index] ?? null), json);
  });

/** Where a response has records: its own, and lists of others with ids in the same place. */
const recordPathsOf = onceFor((operation: Operation): readonly FieldPath[] => {
  const { response, record, kind, idPlace } = operation;
  const own = [...record.map(String), ...(kind === 'list' ? ['[]'] : [])];
  const others = (schema: unknown, path: FieldPath): FieldPath[] => {
    if (String(path) === String(record)) return [];
    const items = at(schema, 'items');
    if (idPlace.length > 0 && schemaAt(items, idPlace) !== undefined) return [[...path, '[]']];
    const properties = at(schema, 'properties');
    return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) =>
      others(inner, [...path, name]),
    );
  };
  return [own, ...(kind === 'list' && record.length > 0 ? others(response, []) : [])];
});

/** Changes each object of a response that has fields of fixed names, the inner ones first. */
export const onObjects = (
  change: (object: JsonObject, schema: JsonObject, asked: Asked) => JsonObject,
): Mutant =>
  onJson((json, asked) =>
    withObjects(json, asked.operation.response, (one, schema) => change(one, schema, asked)),
  );

export function withObjects(
  json: Json,
  schema: unknown,
  change: (object: JsonObject, schema: JsonObject) => JsonObject,
): Json {
  if (!isObject(schema)) return json;
  if (Array.isArray(json)) return json.map((one) => withObjects(one, schema.items, change));
  if (!isObject(json)) return json;
  const whole = mapValues(json, (value, name) => withObjects(value, schemaBelow(schema, name), change));
  return isObject(schema.properties) ? change(whole, schema) : whole;
}

/** Changes the values of fields, except what the client sent. */
export const onValues = (
  change: (
    value: Json,
    field: { readonly name: string; readonly schema: JsonObject },
    operation: Operation,
  ) => Json,
): Mutant =>
  onObjects((object, schema, { operation, isSent }) =>
    mapValues(object, (value, name) => {
      const inner = schemaAt(schema, [name]);
      return isObject(inner) && !isSent(value) ? change(value, { name, schema: inner }, operation) : value;
    }),
  );

/** Whether a schema allows any text. */
export const isPlainText = (schema: unknown): boolean =>
  String(typesOf(schema)) === 'string' &&
  ['format', 'pattern', 'enum', 'const', 'maxLength'].every((keyword) => at(schema, keyword) === undefined);
