import { getHeapStatistics } from 'node:v8';
import type { Contract } from '../../src/contract/contract.ts';
import { isChanging, isStateful, operationIn } from '../../src/contract/operations.ts';
import { idInBody } from '../../src/contract/record.ts';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Lost,
  type Transport,
} from '../../src/http/exchange.ts';
import { excessOf, measure, readBody } from '../../src/json/body.ts';
import { mayNameSecret, secretsInResponse } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import type { Created, Interrupted, ReadExchange } from '../core/evidence.ts';
import { type Deliver, isCompleted, type RunExchange, type RunRequest } from '../core/exchange.ts';
import { operationOf } from '../core/operation-of.ts';
import type { Remedy } from '../core/remedies.ts';
import { isAccepted } from '../core/status.ts';
import { transientFailure } from '../core/transient.ts';
import type { ExchangeReader } from './read-exchange.ts';
import { createRequestCache, isWrite, type NumberedRequest } from './send.ts';
import type { TransportOf } from './stop.ts';

/** The most bytes of a body that are kept, far more than a report shows. */
export const keptOfBody = 256 * 1024;

/**
 * The most bytes of all bodies of a run, four times what a check usually returns; beyond it, little of each is kept.
 */
const keptOfAll = 20 * 1024 * 1024;
const keptWhenFull = 4 * 1024;

export function countKept(): (size: number) => number {
  let taken = 0;
  return (size) => {
    const room = Math.min(size, taken < keptOfAll ? keptOfBody : keptWhenFull);
    taken += room;
    return room;
  };
}

const bytesPerValue = 160;

/** Beyond so many values, what is kept about each takes more. */
const manyValues = 20_000;
const bytesBeyondMany = 400;

/** A byte is in the body and in the texts read from it. */
const bytesPerByte = 2;

/**
 * The most memory for all responses of a run. Beyond a quarter of the heap, garbage collection takes most of the
 * time.
 */
export const mostHeld = Math.min(getHeapStatistics().heap_size_limit / 4, 224 * 2 ** 20);

/** Gives responses up before they fill the memory (READINGS 29). */
export function withinLimits(transport: Transport, limit = mostHeld): Transport {
  let used = 0;
  const counted = new WeakSet<Uint8Array>();
  return async (request) => {
    const response = await transport(request);
    if (isLost(response) || counted.has(response.body)) return response;
    const given = (detail: string) => ({ lost: 'oversize', detail, ms: response.ms }) as const;
    const excess = excessOf(response.body);
    if (excess !== undefined) return given(`the response contains ${excess}`);
    const { values } = measure(response.body);
    const taken =
      response.body.byteLength * bytesPerByte +
      Math.min(values, manyValues) * bytesPerValue +
      Math.max(0, values - manyValues) * bytesBeyondMany;
    if (used + taken > limit)
      return given(`the responses of this run take more than ${Math.round(limit / 2 ** 20)} MiB of memory`);
    used += taken;
    counted.add(response.body);
    return response;
  };
}

/** Shares equal bodies of reads, which are then kept and parsed once. */
export function sharingBodies(transport: Transport): Transport {
  // Weak, so that bodies are not kept only for this.
  const known = new Map<number, WeakRef<Uint8Array>[]>();
  return async (request) => {
    const response = await transport(request);
    if (isLost(response) || request.body) return response;
    const { body } = response;
    const alike = (known.get(body.byteLength) ?? []).filter((one) => one.deref());
    const same = alike
      .map((one) => one.deref())
      .find((one) => one === body || (one && Buffer.compare(one, body) === 0));
    if (same) return same === body ? response : { ...response, body: same };
    alike.push(new WeakRef(body));
    known.set(body.byteLength, alike);
    return response;
  };
}

export type TimedExchange = RunExchange & {
  readonly startedAt: string;
  readonly bodySize?: number;
};

/** Only the stub sends this header, with the clause for a rejection. */
const stubHeader = 'assay-clause';

/** Notes created records, and keeps exchanges with `keep` only: a run has hundreds. */
export function createRecorder(contract: Contract, transport: Transport, keep = false) {
  const created: Created[] = [];
  const redactor = createRedactor();
  const exchanges: TimedExchange[] = [];
  const roomFor = countKept();
  let sent = 0;
  let isReferenceStub = false;
  const record: TransportOf<NumberedRequest> = async ({ id, isDue: _isDue, ...request }) => {
    sent += 1;
    const startedAt = new Date().toISOString();
    const response = await transport(request);
    if (keep) exchanges.push({ id, request, ...kept(response, roomFor), startedAt });
    if (!isLost(response)) {
      isReferenceStub ||= header(response.headers, stubHeader) !== undefined;
      if (!redactor.isFull() && mayNameSecret(response.body))
        redactor.learn(secretsInResponse({ request, response }));
      const left = recordLeft(contract, request, response);
      if (left) created.push(left);
    }
    return response;
  };
  return {
    transport: record,
    sent: () => sent,
    isReferenceStub: () => isReferenceStub,
    created: (): readonly Created[] =>
      created.toSorted((one, other) =>
        one.operation < other.operation ? -1 : Number(one.operation > other.operation),
      ),
    redactor,
    exchanges: (): readonly TimedExchange[] => exchanges,
  };
}

function kept(
  response: HttpResponse | Lost,
  roomFor: (size: number) => number,
): Pick<TimedExchange, 'response' | 'bodySize'> {
  if (isLost(response)) return { response };
  const size = response.body.byteLength;
  const room = roomFor(size);
  return room < size
    ? { response: { ...response, body: response.body.slice(0, room) }, bodySize: size }
    : { response };
}

function recordLeft(contract: Contract, request: HttpRequest, response: HttpResponse): Created | undefined {
  if (!isWrite(request) || !isAccepted({ response })) return undefined;
  const path = request.target.split('?')[0];
  const operation = operationOf(contract, request);
  const from = operation === undefined ? undefined : operationIn(contract, operation);
  if (from && isChanging(from)) return undefined;
  const body = readBody(response.body);
  const id = from && 'json' in body ? idInBody(from, body.json) : undefined;
  return { operation: operation ?? `${request.method} ${path}`, id: id ?? null };
}

export type Arrival = {
  readonly exchange: RunExchange;
  readonly read?: ReadExchange;
  readonly stopped?: { why: string; remedy?: Remedy };
};

export type RequestSender = {
  /** Equal reads share one exchange, except of records that other requests create. */
  readonly send: (request: RunRequest) => Promise<Arrival>;
  readonly sendAfresh: (request: RunRequest) => Promise<Arrival>;
  /** Whether a target was requested before, so that a cache may know it. */
  readonly wasSent: (target: string) => boolean;
};

type SenderEvents = {
  readonly onExchange: (exchange: ReadExchange) => void;
  readonly onInterrupted: (request: Interrupted) => void;
};

export function createRequestSender(
  contract: Contract,
  deliver: Deliver,
  read: ExchangeReader,
  events: SenderEvents,
): RequestSender {
  const cache = createRequestCache<Arrival>();
  const sent = new Set<string>();
  const sendAfresh = async (asked: RunRequest): Promise<Arrival> => {
    sent.add(asked.target);
    const delivered = await deliver(asked);
    const { request } = delivered;
    const stopped = transientFailure(delivered);
    const operation = operationOf(contract, request);
    if (stopped && operation && request.method === operationIn(contract, operation).method)
      events.onInterrupted({ ...delivered, operation, ...stopped });
    if (!isCompleted(delivered) || stopped) return { exchange: delivered, ...(stopped ? { stopped } : {}) };
    const exchange = read(delivered);
    if (exchange) events.onExchange(exchange);
    return { exchange: exchange ?? delivered, ...(exchange ? { read: exchange } : {}) };
  };
  const isStatefulRequest = (request: HttpRequest): boolean => {
    const operation = operationOf(contract, request);
    return request.body !== undefined || (operation !== undefined && isStateful(contract, operation));
  };
  return {
    sendAfresh,
    send: (request) => (isStatefulRequest(request) ? sendAfresh(request) : cache(request, sendAfresh)),
    wasSent: (target) => sent.has(target),
  };
}
