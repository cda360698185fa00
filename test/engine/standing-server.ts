import { afterEach, beforeEach, vi } from 'vitest';
import type { Deliver, RunRequest } from '../../conformance/core/exchange.ts';
import { remedyWords } from '../../conformance/core/remedies.ts';
import { createHaltSwitch } from '../../conformance/engine/ending.ts';
import { type DeliveryTerms, openDelivery } from '../../conformance/engine/sending/delivery.ts';
import type { NumberedRequest, TransientFailure } from '../../conformance/engine/sending/retries.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Lost,
  type Transport,
} from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';

/** The nonce of the run. */
export const nonce = '0a1b2c3d';
/** A read. */
export const get: HttpRequest = { method: 'GET', target: '/a?b', headers: [] };
/** A creation. */
export const post: HttpRequest = {
  method: 'POST',
  target: '/a',
  headers: [],
  body: Buffer.from(`{"a":"${nonce}01234567"}`),
};

/** No response. */
export const lost = (kind: Lost['lost']): Lost => ({ lost: kind, detail: kind, ms: 1 });

/** No test waits: the clock moves only when somebody reads a response. */
export function useStandingClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** A server that answers one request after the other as told, then 200; when it was asked, and what was waited for. */
export function server(responses: readonly (HttpResponse | Lost)[], terms: DeliveryTerms = {}) {
  const began = performance.now();
  const run = createHaltSwitch();
  const asked: number[] = [];
  const requests: HttpRequest[] = [];
  const waits: number[] = [];
  const transientFailures: TransientFailure[] = [];
  const pause = (milliseconds: number): Promise<void> => {
    waits.push(Math.round(milliseconds));
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  };
  const transport = async ({ id: _id, isDue: _isDue, ...request }: NumberedRequest) => {
    asked.push(Math.round(performance.now() - began));
    requests.push(request);
    return responses[requests.length - 1] ?? responseOf(200);
  };
  const stack = openDelivery(transport, terms, { ...run, pause }, nonce, (one) =>
    transientFailures.push(one),
  );
  const deliver: Deliver = async (request) => {
    const delivered = stack.deliver(request);
    await vi.runAllTimersAsync();
    return delivered;
  };
  const send = async (request: RunRequest) => (await deliver(request)).response;
  return { deliver, send, pace: stack.pace, run, asked, requests, waits, transientFailures };
}

/** What came of a request, in words. */
export const said = async (sent: ReturnType<Transport>): Promise<string> => {
  const answer = await sent;
  return isLost(answer)
    ? `${answer.detail} (${answer.remedy && remedyWords(answer.remedy)})`
    : String(answer.status);
};
