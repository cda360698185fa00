import type { Contract } from '../../../src/contract/contract.ts';
import { isStateful } from '../../../src/contract/related-operations.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import type { Interrupted, ReadExchange } from '../../core/evidence.ts';
import { type Deliver, isCompleted, type RunExchange, type RunRequest } from '../../core/exchange.ts';
import { operationAsked, operationOf } from '../../core/operation-of.ts';
import { transientFailure } from '../../core/transient.ts';
import type { createExchangeReader } from '../read-exchange.ts';
import { createRequestCache } from './request-cache.ts';

type Arrival = {
  readonly exchange: RunExchange & Pick<ReadExchange, 'page'>;
  readonly read?: ReadExchange;
  readonly stopped?: NonNullable<ReturnType<typeof transientFailure>>;
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
  read: ReturnType<typeof createExchangeReader>,
  events: SenderEvents,
): RequestSender {
  const cache = createRequestCache<Arrival>();
  const sent = new Set<string>();
  const sendAfresh = async (asked: RunRequest): Promise<Arrival> => {
    sent.add(asked.target);
    const delivered = await deliver(asked);
    const { request } = delivered;
    const stopped = transientFailure(delivered);
    const operation = operationAsked(contract, request)?.id;
    if (stopped && operation !== undefined) events.onInterrupted({ ...delivered, operation, ...stopped });
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
