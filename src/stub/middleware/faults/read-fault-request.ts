import type { ValidateFunction } from 'ajv';
import { isOperation, operationIds } from '../../../contract/contract.ts';
import { isOfKind } from '../../../contract/operations/operations.ts';
import { UserError } from '../../../errors.ts';
import { at, type Json, type JsonObject } from '../../../json/json.ts';
import { validatorOf } from '../../../json/validators.ts';
import { lazy } from '../../../lazy.ts';
import { suggestion } from '../../../nearest.ts';
import type { FaultEffect, FaultRequest } from './fault-request.ts';

const milliseconds: JsonObject = { type: 'number', minimum: 0, maximum: 600_000 };
const bytes: JsonObject = { type: 'integer', minimum: 0 };

/** The fields of each kind of fault. */
const members: Record<FaultEffect['kind'], readonly [required: JsonObject, optional: JsonObject]> = {
  latency: [{}, { ms: milliseconds, from: milliseconds, to: milliseconds }],
  status: [{ code: { type: 'integer', minimum: 200, maximum: 599 } }, { body: true }],
  'too-many-requests': [{}, { retryAfter: { type: 'integer', minimum: 0 } }],
  'connection-reset': [{}, {}],
  'stalled-body': [{}, { after: bytes }],
  'truncated-body': [{}, { after: bytes }],
  'malformed-json': [{}, {}],
  mutant: [{ name: { type: 'string' } }, {}],
};

/** All kinds of faults. */
export const faultKinds: readonly string[] = Object.keys(members);

const scope: JsonObject = {
  kind: true,
  operation: { enum: [...operationIds] },
  fromRequest: { type: 'integer', minimum: 1 },
  fromPage: { type: 'integer', minimum: 1 },
  times: { type: 'integer', minimum: 1 },
  probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
};

const validators = new Map(
  Object.entries(members).map(([kind, [required, optional]]): [string, () => ValidateFunction] => {
    const schema: JsonObject = {
      type: 'object',
      required: Object.keys(required),
      properties: { ...scope, ...required, ...optional },
      additionalProperties: false,
    };
    return [kind, lazy(() => validatorOf(schema, 'written'))];
  }),
);

/** Reads a request to add a fault; throws a {@link UserError} if it is invalid. */
export function readFaultRequest(value: Json): FaultRequest {
  const kind = at(value, 'kind');
  const validate = validators.get(String(kind))?.();
  if (!validate) {
    const given =
      typeof kind === 'string' ? `"${kind}" is not a kind of fault; ${suggestion(kind, faultKinds)}` : '';
    throw new UserError(given || `a fault needs a "kind", one of ${faultKinds.join(', ')}.`);
  }
  const operation = at(value, 'operation');
  if (typeof operation === 'string' && !isOperation(operation))
    throw new UserError(
      `a fault of kind "${kind}": "${operation}" is not an operation; ${suggestion(operation, operationIds)}`,
    );
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const extra: unknown = first?.params.additionalProperty;
    if (typeof extra === 'string') {
      const known = Object.keys(Object.assign({}, scope, ...members[kind as FaultEffect['kind']]));
      throw new UserError(`a fault of kind "${kind}" has no "${extra}"; ${suggestion(extra, known)}`);
    }
    throw new UserError(`a fault of kind "${kind}": ${first?.instancePath || 'it'} ${first?.message}.`);
  }
  const request = value as FaultRequest;
  if (request.kind === 'latency' && !isLatency(request)) {
    throw new UserError(
      'a fault of kind "latency" needs either "ms", or "from" and a "to" that is not below it.',
    );
  }
  if (
    request.fromPage !== undefined &&
    request.operation !== undefined &&
    !isOfKind(request.operation, 'list')
  )
    throw new UserError(
      `a fault of kind "${kind}": ${request.operation} has no pages; leave "fromPage" out.`,
    );
  return request;
}

function isLatency(request: FaultEffect & { kind: 'latency' }): boolean {
  if ('ms' in request) return !('from' in request || 'to' in request);
  return request.from <= request.to;
}
