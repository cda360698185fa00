import type { OperationId } from '../../src/contract/operations.ts';
import { type HttpResponse, header, isLost, type Lost } from '../../src/http/exchange.ts';
import type { Interrupted, ReadExchange } from '../core/evidence.ts';
import { isRejected } from '../core/status.ts';
import { mayPass } from '../core/transient.ts';
import type { Form } from '../core/verdict.ts';

export const formOf = ({ headers }: HttpResponse): Form => ({
  type: header(headers, 'content-type')?.split(';')[0] ?? 'no Content-Type',
  server: header(headers, 'server')?.slice(0, 40),
});

export const keyOfForm = ({ type, server = '' }: Form): string => `${type} ${server}`;

const keyOfRejection = (response: HttpResponse): string =>
  `${response.status} ${keyOfForm(formOf(response))}`;

const fewestOfForm = 3;

type Counted = {
  all: number;
  accepted: number;
  readonly failed: Map<string, number>;
  /** The times of the first response and of the last that was accepted, by `performance.now()`. */
  readonly began: number;
  last: number;
};

/** Counts requests that something in front of the target blocks, since it accepts the same ones at other times. */
export class BlockedRequests {
  readonly #counted = new Map<OperationId, Counted>();
  /** Rejections that equal requests do not always get. */
  readonly #blocking = new Set<string>();
  readonly #rejected = new Map<string, { readonly form: Form; count: number }>();

  take(exchange: ReadExchange): void {
    const { operation, request, response, accepted, failedOnce } = exchange;
    const counted = this.#countedOf(operation);
    counted.all += 1;
    if (accepted) {
      counted.accepted += 1;
      counted.last = performance.now();
    }
    const form = formOf(response);
    if (failedOnce) this.#blocking.add(keyOfRejection(failedOnce.response));
    if (mayPass(exchange)) {
      const key = keyOfRejection(response);
      counted.failed.set(key, (counted.failed.get(key) ?? 0) + 1);
      if (request.isDue && request.body && counted.accepted > 0) this.#blocking.add(key);
    }
    if (request.isDue || !isRejected({ response })) return;
    const rejected = this.#rejected.get(keyOfForm(form)) ?? { form, count: 0 };
    rejected.count += 1;
    this.#rejected.set(keyOfForm(form), rejected);
  }

  takeInterrupted({ operation, response, cameBack }: Interrupted): void {
    if (isLost(response) || cameBack !== 'blocked') return;
    const counted = this.#countedOf(operation);
    const key = keyOfRejection(response);
    counted.all += 1;
    counted.failed.set(key, (counted.failed.get(key) ?? 0) + 1);
    this.#blocking.add(key);
  }

  #countedOf(operation: OperationId): Counted {
    const now = performance.now();
    const counted = this.#counted.get(operation) ?? {
      all: 0,
      accepted: 0,
      failed: new Map(),
      began: now,
      last: now,
    };
    this.#counted.set(operation, counted);
    return counted;
  }

  of(operation: OperationId): { readonly blocked: number; readonly all: number } {
    const { all, failed } = this.#countedOf(operation);
    const blocked = [...failed].filter(([key]) => this.#blocking.has(key));
    return { all, blocked: blocked.reduce((sum, [, count]) => sum + count, 0) };
  }

  /** Whether a response is one that the same request does not always get. */
  isBlocking(response: HttpResponse | Lost): boolean {
    return !isLost(response) && this.#blocking.has(keyOfRejection(response));
  }

  /**
   * Half of the accepted requests a second of the operation with most blocked requests, since limiters accept the
   * first requests of a burst; undefined if none was blocked.
   */
  rate(): number | undefined {
    const [most] = [...this.#counted.keys()].toSorted(
      (one, other) => this.of(other).blocked - this.of(one).blocked,
    );
    if (most === undefined || this.of(most).blocked === 0) return undefined;
    const { accepted, began, last } = this.#countedOf(most);
    return (accepted * 500) / Math.max(1000, last - began);
  }

  /** How most rejections of this server look; undefined if too few were seen. */
  usualForm(): Form | undefined {
    const [most] = [...this.#rejected.values()].toSorted((one, other) => other.count - one.count);
    return most && most.count >= fewestOfForm ? most.form : undefined;
  }
}
