import { Ajv2020 } from 'ajv/dist/2020.js';
import { operationIds } from '../../contract/contract.ts';
import { Fault } from '../../fault.ts';
import { at, type Json } from '../../wire/json.ts';
import { lazy } from '../lazy.ts';
import type { FaultRequest, Harm } from './fault-request.ts';

const milliseconds = { type: 'number', minimum: 0, maximum: 600_000 };
const bytes = { type: 'integer', minimum: 0 };

/** For each kind of fault, its members: those that are needed and those that may be left out. */
const members: Record<Harm['kind'], readonly [needed: object, optional: object]> = {
  latency: [{}, { ms: milliseconds, from: milliseconds, to: milliseconds }],
  status: [{ code: { type: 'integer', minimum: 200, maximum: 599 } }, {}],
  'too-many-requests': [{}, { retryAfter: { type: 'integer', minimum: 0 } }],
  'connection-reset': [{}, {}],
  'stalled-body': [{}, { after: bytes }],
  'truncated-body': [{}, { after: bytes }],
  'malformed-json': [{}, {}],
  mutant: [{ name: { type: 'string' } }, {}],
};

/** The kinds of fault there are. */
export const faultKinds: readonly string[] = Object.keys(members);

const occasion = {
  kind: true,
  operation: { enum: operationIds },
  times: { type: 'integer', minimum: 1 },
  probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
};

const validators = lazy(() => {
  const ajv = new Ajv2020({
    validateSchema: false,
    meta: false,
    strict: false,
    strictNumbers: true,
    ownProperties: true,
  });
  const compiled = Object.entries(members).map(([kind, [needed, optional]]) => {
    const properties = { ...occasion, ...needed, ...optional };
    const required = Object.keys(needed);
    return [
      kind,
      ajv.compile({ type: 'object', required, properties, additionalProperties: false }),
    ] as const;
  });
  return new Map(compiled);
});

/** Reads a fault as one asks for it; whatever is amiss is one {@link Fault}. */
export function readFaultRequest(value: Json): FaultRequest {
  const kind = at(value, 'kind');
  const validate = validators().get(String(kind));
  if (!validate) throw new Fault(`a fault needs a "kind"; it is one of ${faultKinds.join(', ')}.`);
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const extra: unknown = first?.params.additionalProperty;
    const what = extra === undefined ? first?.message : `has no member named "${extra}"`;
    throw new Fault(`a fault of kind "${kind}": ${first?.instancePath || 'it'} ${what}.`);
  }
  const request = value as FaultRequest;
  if (request.kind === 'latency' && !isLatency(request)) {
    throw new Fault('a fault of kind "latency" has either "ms", or "from" and a "to" that is not below it.');
  }
  return request;
}

function isLatency(request: Harm & { kind: 'latency' }): boolean {
  if ('ms' in request) return !('from' in request || 'to' in request);
  return request.from <= request.to;
}
