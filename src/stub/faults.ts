import type { ValidateFunction } from 'ajv';
import type { Contract } from '../contract/contract.ts';
import type { WithOperations } from '../contract/operations.ts';
import { idsOf, isOfKind, isOperation, type OperationId } from '../contract/operations.ts';
import { UserError } from '../errors.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Middleware,
  type Mutant,
  type Transport,
  withBody,
} from '../http/exchange.ts';
import { at, type Json, type JsonObject } from '../json/json.ts';
import { validatorOf } from '../json/validators.ts';
import { lazy } from '../once.ts';
import { suggestion } from '../words.ts';
import { type Choices, seededRandom } from './choices.ts';
import { pageNumber } from './listing/pages.ts';
import { cutOff, forceStatus, isPartial, responseWithContent, withResponseHeader } from './responses.ts';
import type { OperationOf } from './routes.ts';
import type { Delays } from './state.ts';

type FaultScope = {
  /** The operation it applies to; any request if omitted. */
  readonly operation?: OperationId;
  /** The first such request that it applies to, counted from 1. */
  readonly fromRequest?: number;
  /** The first page that it applies to, counted from 1; only listings have pages. */
  readonly fromPage?: number;
  /** How many times it applies; without limit if omitted. */
  readonly times?: number;
  /** The probability with which it applies, above 0 and up to 1; always if omitted. */
  readonly probability?: number;
};

export type FaultEffect =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'latency'; readonly from: number; readonly to: number }
  /** A body that is a string is sent as it is, any other as JSON; by default, it is the body of a rejection. */
  | { readonly kind: 'status'; readonly code: number; readonly body?: Json }
  /** 429 with `Retry-After` in seconds; 1 if omitted. */
  | { readonly kind: 'too-many-requests'; readonly retryAfter?: number }
  | { readonly kind: 'connection-reset' }
  /** Sends the first `after` bytes of the body, half of it if omitted, and then nothing more. */
  | { readonly kind: 'stalled-body'; readonly after?: number }
  /** Sends the first `after` bytes of the body, half of it if omitted, and closes the connection. */
  | { readonly kind: 'truncated-body'; readonly after?: number }
  | { readonly kind: 'malformed-json' }
  /** A violation of the contract, by the name of a mutant in the rule set. */
  | { readonly kind: 'mutant'; readonly name: string };

/** A request to add a fault. */
export type FaultRequest = FaultScope & FaultEffect;

const milliseconds: JsonObject = { type: 'number', minimum: 0, maximum: 600_000 };
const bytes: JsonObject = { type: 'integer', minimum: 0 };

const fields: Record<FaultEffect['kind'], readonly [required: JsonObject, optional: JsonObject]> = {
  latency: [{}, { ms: milliseconds, from: milliseconds, to: milliseconds }],
  status: [{ code: { type: 'integer', minimum: 200, maximum: 599 } }, { body: true }],
  'too-many-requests': [{}, { retryAfter: { type: 'integer', minimum: 0 } }],
  'connection-reset': [{}, {}],
  'stalled-body': [{}, { after: bytes }],
  'truncated-body': [{}, { after: bytes }],
  'malformed-json': [{}, {}],
  mutant: [{ name: { type: 'string' } }, {}],
};

export const faultKinds: readonly string[] = Object.keys(fields);

const scope: JsonObject = {
  kind: true,
  operation: { type: 'string' },
  fromRequest: { type: 'integer', minimum: 1 },
  fromPage: { type: 'integer', minimum: 1 },
  times: { type: 'integer', minimum: 1 },
  probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
};

const validators = new Map(
  Object.entries(fields).map(([kind, [required, optional]]): [string, () => ValidateFunction] => {
    const schema: JsonObject = {
      type: 'object',
      required: Object.keys(required),
      properties: { ...scope, ...required, ...optional },
      additionalProperties: false,
    };
    return [kind, lazy(() => validatorOf(schema, 'written'))];
  }),
);

export function readFaultRequest(contract: WithOperations, value: Json): FaultRequest {
  const kind = at(value, 'kind');
  const validate = validators.get(String(kind))?.();
  if (!validate) {
    const given =
      typeof kind === 'string' ? `"${kind}" is not a kind of fault; ${suggestion(kind, faultKinds)}` : '';
    throw new UserError(given || `a fault needs a "kind", one of ${faultKinds.join(', ')}.`);
  }
  const operation = at(value, 'operation');
  if (typeof operation === 'string' && !isOperation(contract, operation))
    throw new UserError(
      `a fault of kind "${kind}": "${operation}" is not an operation; ${suggestion(operation, idsOf(contract))}`,
    );
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const extra: unknown = first?.params.additionalProperty;
    if (typeof extra === 'string') {
      const known = Object.keys(Object.assign({}, scope, ...fields[kind as FaultEffect['kind']]));
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
    !isOfKind(contract, request.operation, 'list')
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

/** Mutants by name. They are passed in, since the stub has none. */
export type NamedMutants = () => Promise<ReadonlyMap<string, Mutant>>;

export const noMutants: NamedMutants = async () => new Map();

async function findMutant(name: string, namedMutants: NamedMutants): Promise<Mutant> {
  const mutants = await namedMutants();
  const exact = mutants.get(name);
  if (exact) return exact;
  const near = [...mutants].filter(([full]) => full.startsWith(`${name}: `) || full.endsWith(`: ${name}`));
  const [only, other] = near;
  if (only && !other) return only[1];
  const hint =
    near.length > 0 ? `it could be ${near.map(([full]) => `"${full}"`).join(', ')}` : 'list the names first';
  throw new UserError(`no single mutant is named "${name}"; ${hint}.`);
}

async function faultMiddleware(
  effect: FaultEffect,
  { contract, choices, delays, namedMutants }: FaultSetup,
  draw: (count: number) => number,
): Promise<Middleware> {
  switch (effect.kind) {
    case 'latency':
      return (next) => async (request) => {
        await delays.wait('ms' in effect ? effect.ms : effect.from + draw(effect.to - effect.from + 1));
        return next(request);
      };
    case 'status':
      return effect.body === undefined
        ? forceStatus(effect.code, choices)
        : () => async () => responseWithContent(effect.code, effect.body ?? null);
    case 'too-many-requests':
      return forceStatus(429, choices, effect.retryAfter);
    case 'connection-reset':
      return () => async () => ({ lost: 'connection', detail: 'the connection was reset', ms: 0 });
    case 'stalled-body':
      return changingResponse((response) => cutOff(response, 'stall', effect.after));
    case 'truncated-body':
      return changingResponse((response) => cutOff(response, 'close', effect.after));
    case 'malformed-json':
      return changingResponse(withoutEnd);
    case 'mutant': {
      const mutant = await findMutant(effect.name, namedMutants);
      return (next) => mutant(next, contract);
    }
  }
}

const changingResponse =
  (change: (response: HttpResponse) => HttpResponse | ReturnType<typeof cutOff>): Middleware =>
  (next) =>
  async (request) => {
    const response = await next(request);
    return isLost(response) ? response : change(response);
  };

/** The HTTP message itself stays complete. */
const withoutEnd = (response: HttpResponse): HttpResponse =>
  withBody(response, response.body.subarray(0, Math.max(0, response.body.byteLength - 1)));

export type ArmedFault = { readonly id: string; readonly request: FaultRequest; readonly struck: number };

/** Several faults of one request apply in the order in which they were added. */
export type Faults = {
  readonly transport: Transport;
  readonly add: (request: FaultRequest) => Promise<ArmedFault>;
  readonly list: () => ArmedFault[];
  /** Returns whether there was a fault with that id. */
  readonly remove: (id: string) => boolean;
  readonly clear: () => void;
};

type FaultSetup = {
  readonly next: Transport;
  readonly contract: Contract;
  readonly choices: Choices;
  readonly delays: Delays;
  readonly operationOf: OperationOf;
  readonly seed: string | number;
  readonly namedMutants: NamedMutants;
};

type ArmedRequest = {
  readonly order: number;
  readonly request: FaultRequest;
  readonly chance: (count: number) => number;
  readonly transport: Transport;
  /** How many requests it could have applied to so far. */
  met: number;
  struck: number;
};

export function createFaults(setup: FaultSetup): Faults {
  const { next, contract, choices, operationOf, seed } = setup;
  let armed: readonly ArmedRequest[] = [];
  let added = 0;

  const isMeant = ({ operation, fromPage }: FaultRequest, request: HttpRequest): boolean => {
    const asked = operationOf(request);
    if (operation !== undefined && asked !== operation) return false;
    if (fromPage === undefined) return true;
    const list = asked === undefined ? undefined : contract.operations[asked]?.list;
    return list !== undefined && pageNumber(list, request.target, choices['default-page-size']) >= fromPage;
  };
  const strikes = (fault: ArmedRequest, request: HttpRequest): boolean => {
    const { fromRequest = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = fault.request;
    if (!isMeant(fault.request, request)) return false;
    fault.met += 1;
    if (fault.met < fromRequest || fault.struck >= times) return false;
    return probability === 1 || fault.chance(resolution) < probability * resolution;
  };

  const passOn = async (request: HttpRequest, after: number) => {
    const fault = armed.find((one) => one.order > after && strikes(one, request));
    if (!fault) return next(request);
    fault.struck += 1;
    const response = await fault.transport(request);
    const mark = ['assay-fault', `${fault.order} ${fault.request.kind}`] as const;
    if (isPartial(response)) return { ...response, sent: withResponseHeader(response.sent, ...mark) };
    return isLost(response) ? response : withResponseHeader(response, ...mark);
  };

  return {
    transport: (request) => (armed.length === 0 ? next(request) : passOn(request, 0)),
    add: async (request) => {
      added += 1;
      const order = added;
      const draw = seededRandom(`${seed}/${order}/effect`);
      const middleware = await faultMiddleware(request, setup, draw);
      const transport = middleware((request) => passOn(request, order));
      const fault = {
        order,
        request,
        chance: seededRandom(`${seed}/${order}/chance`),
        transport,
        met: 0,
        struck: 0,
      };
      armed = [...armed, fault];
      return shownFault(fault);
    },
    list: () => armed.map(shownFault),
    remove: (id) => {
      const others = armed.filter((fault) => String(fault.order) !== id);
      const found = others.length < armed.length;
      armed = others;
      return found;
    },
    clear: () => {
      armed = [];
      added = 0;
    },
  };
}

const resolution = 1_000_000;

const shownFault = ({ order, request, struck }: ArmedRequest): ArmedFault => ({
  id: String(order),
  request,
  struck,
});
