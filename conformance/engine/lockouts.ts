import { isOfKind, type OperationId, type WithOperations } from '../../src/contract/operations.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import type { ReadExchange } from '../core/evidence.ts';

/** Requests that a listing rejected with the same status from the first on, and none of which it accepted later. */
export type Lockout = { readonly first: ReadExchange; readonly count: number };

const statuses = [401, 402, 403];

const fewestRejected = 10;

/**
 * Watches for lockouts: from one request on, every listing is rejected with the same status. Firewalls do so after a
 * supposed attack, and servers after a token expired.
 */
export function watchLockouts(contract: WithOperations) {
  const accepting = new Set<OperationId>();
  const rejected = new Map<OperationId, { readonly first: ReadExchange; count: number; isDue: boolean }>();
  /** Statuses that a retry helped against, as with a limiter. */
  const passing = new Set<number>();
  return {
    take: (exchange: ReadExchange): void => {
      const { operation, request, response, accepted, failedOnce } = exchange;
      if (accepted && failedOnce) passing.add(failedOnce.response.status);
      if (!isOfKind(contract, operation, 'list')) return;
      if (accepted) {
        accepting.add(operation);
        rejected.delete(operation);
        return;
      }
      if (!accepting.has(operation) || !statuses.includes(response.status)) return;
      const since = rejected.get(operation) ?? { first: exchange, count: 0, isDue: false };
      if (!isOfLockout(since, response)) return;
      since.count += 1;
      since.isDue ||= request.isDue === true;
      rejected.set(operation, since);
    },
    of: (operation: OperationId): Lockout | undefined => {
      const since = rejected.get(operation);
      const isLockout =
        since?.isDue && since.count >= fewestRejected && !passing.has(since.first.response.status);
      return isLockout ? since : undefined;
    },
  };
}

export const isOfLockout = ({ first }: Pick<Lockout, 'first'>, { status }: HttpResponse): boolean =>
  first.response.status === status;
