import type { OperationId } from '../../src/contract/operations.ts';
import { type HttpResponse, isLost, type Lost } from '../../src/http/exchange.ts';
import type { Interrupted, ReadExchange } from '../core/evidence.ts';
import { missingStatuses } from '../core/status.ts';
import { mayPass } from '../core/transient.ts';
import { formOf, keyOfForm } from './rejection-forms.ts';

const keyOfRejection = (response: HttpResponse): string =>
  `${response.status} ${keyOfForm(formOf(response))}`;

type Counted = {
  all: number;
  accepted: number;
  readonly failed: Map<string, number>;
  /** The status of the first request since the last accepted one that should have been accepted. */
  lasting?: number | undefined;
  /** The times of the first response and of the last that was accepted, by `performance.now()`. */
  readonly began: number;
  last: number;
};

/** Counts requests that something in front of the target blocks, since it accepts the same ones at other times. */
export function watchBlockedRequests() {
  const counted = new Map<OperationId, Counted>();
  /** Rejections that equal requests do not always get. */
  const blocking = new Set<string>();
  const countedOf = (operation: OperationId): Counted => {
    const now = performance.now();
    const known = counted.get(operation) ?? { all: 0, accepted: 0, failed: new Map(), began: now, last: now };
    counted.set(operation, known);
    return known;
  };
  const noteFailed = ({ failed }: Counted, key: string): void =>
    void failed.set(key, (failed.get(key) ?? 0) + 1);
  const blockedOf = (operation: OperationId): { readonly blocked: number; readonly all: number } => {
    const { all, failed } = countedOf(operation);
    const blocked = [...failed].filter(([key]) => blocking.has(key));
    return { all, blocked: blocked.reduce((sum, [, count]) => sum + count, 0) };
  };
  return {
    take: (exchange: ReadExchange): void => {
      const { operation, request, response, accepted, failedOnce } = exchange;
      const own = countedOf(operation);
      own.all += 1;
      if (accepted) {
        own.accepted += 1;
        delete own.lasting;
        own.last = performance.now();
      }
      if (failedOnce) blocking.add(keyOfRejection(failedOnce.response));
      if (mayPass(exchange)) {
        const key = keyOfRejection(response);
        noteFailed(own, key);
        if (request.isDue) own.lasting ??= response.status;
        if (request.isDue && request.body && own.accepted > 0) blocking.add(key);
      }
    },
    takeInterrupted: ({ operation, response, cameBack }: Interrupted): void => {
      if (isLost(response) || cameBack !== 'blocked') return;
      const own = countedOf(operation);
      own.all += 1;
      noteFailed(own, keyOfRejection(response));
      blocking.add(keyOfRejection(response));
    },
    blockedOf,
    /**
     * The status of what no slower rate avoids: no limiter says that a record is not there, and what is rejected from one
     * request on may be a quota. Undefined if a limiter is possible.
     */
    blockedForGood: (operation: OperationId): number | undefined => {
      const { failed, lasting } = countedOf(operation);
      const statuses = [...failed.keys()].flatMap((key) =>
        blocking.has(key) ? [Number.parseInt(key, 10)] : [],
      );
      return statuses.every((status) => missingStatuses.includes(status)) ? statuses[0] : lasting;
    },
    /** Whether a response is one that the same request does not always get. */
    isBlocking: (response: HttpResponse | Lost): boolean =>
      !isLost(response) && blocking.has(keyOfRejection(response)),
    /**
     * Half of the accepted requests a second of the operation with most blocked requests, since limiters accept the
     * first requests of a burst; undefined if none was blocked.
     */
    rate: (): number | undefined => {
      const [most] = [...counted.keys()].toSorted(
        (one, other) => blockedOf(other).blocked - blockedOf(one).blocked,
      );
      if (most === undefined || blockedOf(most).blocked === 0) return undefined;
      const { accepted, began, last } = countedOf(most);
      return (accepted * 500) / Math.max(1000, last - began);
    },
  };
}
