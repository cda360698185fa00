import type { OperationId, WithOperations } from '../../src/contract/operations.ts';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import type { Interrupted, ReadExchange } from '../core/evidence.ts';
import type { Remedy } from '../core/remedies.ts';
import type { Collection } from '../core/target.ts';
import { watchBlockedRequests } from './blocked-requests.ts';
import { watchLockouts } from './lockouts.ts';
import { countRejectionForms } from './rejection-forms.ts';

/** The rate where nothing was measured, in requests a second. */
const slowest = 1;

/** The rate at which a target was seen to accept requests, in requests a second. */
export const remedyOfRate = (rate: number): Remedy => ({
  kind: 'option',
  option: '--rate',
  value: wordsOfRate(rate),
});

export const wordsOfRate = (rate: number): string => `${roundedDown(rate)}/s`;

/** Rounds down to few digits; some limiters let a request through every few seconds. */
const roundedDown = (rate: number): number =>
  rate < 2 ? Math.max(0.1, Math.floor(rate * 10) / 10) : Math.floor(rate);

type Accepting = { readonly operation: OperationId; readonly collection?: Collection };

/**
 * Observes how a target treats requests, whatever they ask for. `rateReached` returns the requests a second that got
 * through since the target first asked for a pause.
 */
export function observeTarget(contract: WithOperations, rateReached: () => number | undefined) {
  const operations = new Set<OperationId>();
  const collections = new Set<Collection>();
  const lockouts = watchLockouts(contract);
  const blocked = watchBlockedRequests();
  const forms = countRejectionForms();
  const firstInterrupted = new Map<OperationId, Interrupted>();
  /** Responses that were read, less those that were not. */
  const surplus = new Map<OperationId, number>();
  const add = (operation: OperationId, count: number): void => {
    surplus.set(operation, (surplus.get(operation) ?? 0) + count);
  };
  const wasAccepted = ({ operation, collection }: Accepting): boolean =>
    collection ? collections.has(collection) : operations.has(operation);
  /** Requests a second that get through despite a limiter; undefined without one. */
  const rate = (): number | undefined => rateReached() ?? blocked.rate();
  const slowerRate = (): Remedy => remedyOfRate(rate() ?? slowest);
  return {
    take: (exchange: ReadExchange): void => {
      const { operation, accepted, page } = exchange;
      blocked.take(exchange);
      forms.take(exchange);
      lockouts.take(exchange);
      add(operation, 1);
      if (!accepted) return;
      operations.add(operation);
      if (page?.collection) collections.add(page.collection);
    },
    takeInterrupted: (request: Interrupted): void => {
      const { operation, response } = request;
      // A request that was not sent shows nothing of the target.
      if (isLost(response) && response.lost === 'unsent') return;
      blocked.takeInterrupted(request);
      if (!firstInterrupted.has(operation)) firstInterrupted.set(operation, request);
      add(operation, -1);
    },
    wasAccepted,
    lockoutOf: lockouts.of,
    blockedOf: blocked.blockedOf,
    blockedForGood: blocked.blockedForGood,
    isBlocking: blocked.isBlocking,
    /** The first request without a usable response, of an operation that rarely got one. */
    unansweredOf: (operation: OperationId): Interrupted | undefined =>
      wasAccepted({ operation }) && (surplus.get(operation) ?? 0) >= 0
        ? undefined
        : firstInterrupted.get(operation),
    /** Requests a second that got through since the target first asked for a pause. */
    rateReached,
    rate,
    slowerRate,
    rateAgainst: ({ response }: Pick<Exchange, 'response'>): Remedy | undefined =>
      blocked.isBlocking(response) ? slowerRate() : undefined,
    usualForm: forms.usualForm,
  };
}

/** How a target treated requests. */
export type ObservedTarget = Omit<ReturnType<typeof observeTarget>, 'take' | 'takeInterrupted'>;
