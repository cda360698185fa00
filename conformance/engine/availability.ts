import type { WithOperations } from '../../src/contract/operations.ts';
import { isOfKind, type OperationId } from '../../src/contract/operations.ts';
import { type Exchange, type HttpResponse, header, isLost } from '../../src/http/exchange.ts';
import type { Interrupted, Listing, Page, ReadExchange } from '../core/evidence.ts';
import { countedAs } from '../core/operation-of.ts';
import { printRequest } from '../core/print.ts';
import { isOption, type Remedy, rateRemedy } from '../core/remedies.ts';
import { shortServerMessage } from '../core/server-message.ts';
import { isRejected, wasRejected } from '../core/status.ts';
import { type Collection, nameOfCollection } from '../core/target.ts';
import { mayPass } from '../core/transient.ts';
import { isGone, isOutside, type Unavailable } from '../core/unavailable.ts';
import type { Result } from '../core/verdict.ts';
import { plainPages } from '../list/reading.ts';
import { isPromised } from '../list/requests/served.ts';

export function watchAvailability() {
  const operations = new Set<OperationId>();
  const collections = new Set<Collection>();
  return {
    takeExchange: ({ operation, accepted, page }: ReadExchange): void => {
      if (!accepted) return;
      operations.add(operation);
      if (page?.collection) collections.add(page.collection);
    },
    wasAccepted: ({
      operation,
      collection,
    }: {
      readonly operation: OperationId;
      readonly collection?: Collection;
    }): boolean => (collection ? collections.has(collection) : operations.has(operation)),
  };
}

/** Gives rules that saw no data the reason why their operation accepted nothing. */
export function withCause(
  results: readonly Result[],
  wasAccepted: (about: { readonly operation: OperationId }) => boolean,
): readonly Result[] {
  const causes = Map.groupBy(
    results.filter(({ verdict, remedy }) => verdict === 'untested' && remedy !== undefined),
    ({ operation }) => operation,
  );
  return results.map((result) => {
    const { operation, verdict, remedy, because } = result;
    const [cause] = causes.get(operation) ?? [];
    const isOpen = verdict === 'untested' && remedy === undefined && because === undefined;
    if (operation === undefined || !isOpen || !cause || wasAccepted({ operation })) return result;
    return {
      ...result,
      why: cause.why ?? '',
      ...(cause.cause === undefined ? {} : { cause: cause.cause }),
      ...(cause.remedy === undefined ? {} : { remedy: cause.remedy }),
    };
  });
}

/**
 * Nodes without a first page, or without a further one although they have more products: a pass proves too little of
 * them (READINGS 32). Only if no broken or inconclusive rule reports more.
 */
export function unreadCollections(
  contract: WithOperations,
  listings: readonly Listing[],
  results: readonly Result[],
  unavailable: readonly Unavailable[],
): Unavailable[] {
  const isToldOf = ({ operation, collection }: Pick<Unavailable, 'operation' | 'collection'>): boolean =>
    unavailable.some(
      (one) => one.operation === operation && [undefined, collection].includes(one.collection),
    ) ||
    results.some(
      (one) =>
        one.operation === operation && one.level === 'must' && ['fail', 'inconclusive'].includes(one.verdict),
    );
  return listings.flatMap((listing): Unavailable[] => {
    const pages = plainPages(listing);
    const isFirst = ({ query }: Page): boolean => (query.offset ?? 0) === 0;
    const count = Math.max(0, ...pages.map(({ total = 0, size }) => Math.max(total, size)));
    const isBeyond = pages.some((page) => !isFirst(page) && page.size > 0);
    const isFirstServed = pages.some(isFirst);
    if (isFirstServed && (count < 2 || isBeyond)) return [];
    const missing = listing.unserved.find(
      (page) =>
        isPromised(page.query) &&
        isFirst(page) !== isFirstServed &&
        (page.query.offset ?? 0) < Math.max(1, count),
    );
    if (!missing) return [];
    const { request, response } = missing.exchange;
    const collection = nameOfCollection(listing.collection);
    const operation = countedAs(contract, request);
    const words = shortServerMessage(missing.exchange);
    const returned = `${response.status}${words && ` "${words}"`}`;
    const [saw, inShort] = [
      `${printRequest(request)}  ${returned}`,
      `${printRequest(request)}  ${response.status}`,
    ];
    const advice = `no page ${isFirstServed ? 'beyond the first' : 'from the first product on'} was served`;
    return isToldOf({ operation, collection })
      ? []
      : [{ operation, collection, state: 'not read', saw, inShort, returned, advice }];
  });
}

/**
 * Makes the rules of an operation that is not there, or accepts no token, untested for that reason. None of them
 * passes.
 */
export function explained(
  contract: WithOperations,
  result: Result,
  unavailable: readonly Unavailable[],
): Result {
  const { operation, verdict, because, exchanges } = result;
  const whole = unavailable.find((one) => one.operation === operation && one.collection === undefined);
  const isCutOff = exchanges.some(({ response }) => !isLost(response) && isOutside(response));
  const isVacuous = verdict === 'pass' && whole?.state !== 'no collection';
  // 501 is otherwise a crash, and 404 a page that is not served.
  const isMissing =
    whole?.state === 'not implemented' &&
    ['inconclusive', 'fail'].includes(verdict) &&
    exchanges.every(({ response }) => isLost(response) || isGone(response));
  // A created record does not show that an operation reads it.
  const isUnread =
    whole?.state === 'not implemented' && verdict === 'fail' && isOfKind(contract, whole.operation, 'read');
  const isOpen =
    isVacuous || isMissing || isUnread || verdict === 'untested' || (verdict === 'inconclusive' && isCutOff);
  if (!isOpen || because !== undefined || !whole) return result;
  const { remedy: _remedy, ...same } = result;
  return {
    ...same,
    verdict: 'untested',
    why: whole.saw,
    cause: { kind: 'unavailable', state: whole.state, returned: whole.inShort },
    ...(whole.remedy === undefined ? {} : { remedy: whole.remedy }),
    exchanges: [],
  };
}

const keptOut = [401, 402, 403];

const fewestRejected = 10;

type Rejected = { readonly first: ReadExchange; count: number; isDue: boolean };

/**
 * Watches for lockouts: from one request on, every listing is rejected with the same status. Firewalls do so after a
 * supposed attack, and servers after a token expired.
 */
export function watchLockouts(contract: WithOperations) {
  const accepting = new Set<OperationId>();
  const rejected = new Map<OperationId, Rejected>();
  /** Statuses that a retry helped against, as with a limiter. */
  const passing = new Set<number>();
  return {
    takeExchange: (exchange: ReadExchange): void => {
      const { operation, request, response, accepted } = exchange;
      if (accepted && response.failedOnce) passing.add(response.failedOnce.status);
      if (!isOfKind(contract, operation, 'list')) return;
      if (accepted) {
        accepting.add(operation);
        rejected.delete(operation);
        return;
      }
      if (!accepting.has(operation) || !keptOut.includes(response.status)) return;
      const since = rejected.get(operation) ?? { first: exchange, count: 0, isDue: false };
      if (!isAlike(since, response)) return;
      since.count += 1;
      since.isDue ||= request.isDue === true;
      rejected.set(operation, since);
    },
    explain: (result: Result): Result => {
      const { operation, verdict, because } = result;
      const since = operation === undefined ? undefined : rejected.get(operation);
      if (
        !operation ||
        !since?.isDue ||
        since.count < fewestRejected ||
        passing.has(since.first.response.status)
      )
        return result;
      const [shown] = result.exchanges;
      const isRejected = shown !== undefined && !isLost(shown.response) && isAlike(since, shown.response);
      const isOpen = verdict === 'untested' && because === undefined;
      if (!isOpen && !(isRejected && ['fail', 'inconclusive'].includes(verdict))) return result;
      const {
        expected: _expected,
        saw: _saw,
        cause: _cause,
        intermittent: _intermittent,
        remedy: _remedy,
        ...same
      } = result;
      return { ...same, verdict: 'inconclusive', ...causeOf(operation, since), exchanges: [since.first] };
    },
  };
}

function causeOf(
  operation: OperationId,
  { first: { request, response }, count }: Rejected,
): Pick<Result, 'why' | 'remedy'> {
  const what = `from ${request.method} ${request.target} on, ${count} requests were rejected (${response.status}) and none was accepted`;
  if (response.status === 402) return { why: `${what}: a quota may be used up` };
  if (response.status !== 401)
    return { why: `${what}: a firewall may have locked out the check; let the check through it` };
  const remedy = { kind: 'token', operation, token: 'one that stays valid for the whole check' } as const;
  return { why: `${what}: the token may have expired`, remedy };
}

const isAlike = ({ first }: Pick<Rejected, 'first'>, { status }: HttpResponse): boolean =>
  first.response.status === status;

/** Notes that a rejection looks unlike most of this server. */
function withFormOfRejection(result: Result, own: Form | undefined): Result {
  const [exchange] = result.exchanges;
  const { response } = exchange ?? {};
  if (!exchange || !response || isLost(response) || !wasRejected(exchange)) return result;
  const form = formOf(response);
  if (own === undefined || wordsOf(own) === wordsOf(form)) return result;
  // Only another name in `Server` suggests another sender: frameworks have error pages of their own.
  const cause = form.server === own.server ? '' : 'a gateway may have sent it, so ';
  const tell = `; this rejection (${wordsOf(form)}) does not look like the server's own (${wordsOf(own)}): ${cause}read the log of the server, and check Host and the other headers of the request`;
  // Probably a firewall, since the server sends other rejections.
  const { expected: _expected, saw: _saw, ...open } = result;
  if (result.verdict === 'fail' && firewalls.includes(response.status))
    return { ...open, verdict: 'inconclusive', why: `${result.why}${tell}` };
  return {
    ...result,
    ...(result.why === undefined ? {} : { why: result.why + tell }),
    ...(result.saw === undefined ? {} : { saw: result.saw + tell }),
  };
}

const firewalls = [403, 406];

type Form = { readonly type: string; readonly server: string | undefined };

const formOf = ({ headers }: HttpResponse): Form => ({
  type: header(headers, 'content-type')?.split(';')[0] ?? 'no Content-Type',
  server: header(headers, 'server')?.slice(0, 40),
});

const wordsOf = ({ type, server }: Form): string => (server === undefined ? type : `${type} by ${server}`);

const keyOf = (response: HttpResponse): string => `${response.status} ${wordsOf(formOf(response))}`;

const fewestOfForm = 3;

type Counted = {
  all: number;
  accepted: number;
  readonly failed: Map<string, number>;
  /** The times of the first response and of the last that was accepted, by `performance.now()`. */
  readonly began: number;
  last: number;
};

class Forms {
  readonly #counted = new Map<OperationId, Counted>();
  /** Forms of rejections that equal requests do not always get. */
  readonly #blocking = new Set<string>();
  readonly #rejected = new Map<string, { readonly form: Form; count: number }>();

  take({ operation, request, response, accepted }: ReadExchange): void {
    const counted = this.#countedOf(operation);
    counted.all += 1;
    if (accepted) {
      counted.accepted += 1;
      counted.last = performance.now();
    }
    const form = formOf(response);
    if (response.failedOnce) this.#blocking.add(keyOf(response.failedOnce));
    if (mayPass({ response })) {
      const key = keyOf(response);
      counted.failed.set(key, (counted.failed.get(key) ?? 0) + 1);
      if (request.isDue && request.body && counted.accepted > 0) this.#blocking.add(key);
    }
    if (request.isDue || !isRejected({ response })) return;
    const rejected = this.#rejected.get(wordsOf(form)) ?? { form, count: 0 };
    rejected.count += 1;
    this.#rejected.set(wordsOf(form), rejected);
  }

  takeBlocked({ operation, response }: Interrupted): void {
    if (isLost(response) || response.cameBack !== 'blocked') return;
    const counted = this.#countedOf(operation);
    const key = keyOf(response);
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

  isBlocking(response: HttpResponse): boolean {
    return this.#blocking.has(keyOf(response));
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

  own(): Form | undefined {
    const [most] = [...this.#rejected.values()].toSorted((one, other) => other.count - one.count);
    return most && most.count >= fewestOfForm ? most.form : undefined;
  }
}

/**
 * Watches for missing responses. `rateReached` returns the requests a second that got through since the target first asked
 * for a pause.
 */
export function watchUnanswered(
  rateReached: () => number | undefined,
  wasAccepted: (about: { readonly operation: OperationId }) => boolean,
) {
  const first = new Map<OperationId, Interrupted>();
  const answered = new Map<OperationId, number>();
  const add = (operation: OperationId, count: number): void => {
    answered.set(operation, (answered.get(operation) ?? 0) + count);
  };
  const forms = new Forms();
  const mostBlocked = (operation: OperationId): Pick<Result, 'why' | 'remedy'> | undefined => {
    const { blocked, all } = forms.of(operation);
    if (!wasAccepted({ operation }) || blocked * 2 <= all) return undefined;
    return {
      why: `${blocked} of ${all} requests seem to be blocked: the same requests are accepted at other times`,
      remedy: remedyOf(rate() ?? slowest),
    };
  };
  /** Requests a second that got through despite a limiter; undefined without one. */
  const rate = (): number | undefined => rateReached() ?? forms.rate();
  /** Replaces a remedy that lowers the rate by the measured rate. */
  const withRate = (result: Result): Result => {
    // A limiter causes retries, which use up the allowed requests.
    const isUsedUp = isOption(result.remedy, '--max-writes');
    const most = isUsedUp ? rateReached() : rate();
    if ((result.remedy !== rateRemedy && !isUsedUp) || most === undefined) return result;
    const why = isUsedUp ? { why: `${result.why}; a limit of requests per time is the cause` } : {};
    return { ...result, ...why, remedy: remedyOf(most) };
  };
  return {
    rateAgainst: ({ response }: Exchange): Remedy | undefined =>
      !isLost(response) && forms.isBlocking(response) ? remedyOf(rate() ?? slowest) : undefined,
    takeExchange: (exchange: ReadExchange): void => {
      forms.take(exchange);
      add(exchange.operation, 1);
    },
    takeInterrupted: (request: Interrupted): void => {
      // A request that was not sent shows nothing of the target.
      if (isLost(request.response) && request.response.lost === 'unsent') return;
      forms.takeBlocked(request);
      if (!first.has(request.operation)) first.set(request.operation, request);
      add(request.operation, -1);
    },
    explain: (result: Result): Result => {
      const { verdict, operation, because } = result;
      // Pinned choices are explained by their observations.
      if (operation === undefined) return result;
      const isServed = wasAccepted({ operation }) && (answered.get(operation) ?? 0) >= 0;
      const cut = isServed ? undefined : first.get(operation);
      const blocked = mostBlocked(operation);
      const isBlocked = result.exchanges.some(
        ({ response }) => !isLost(response) && forms.isBlocking(response),
      );
      const isOpen = (verdict === 'untested' && because === undefined) || (verdict === 'fail' && isBlocked);
      if (isOpen && blocked) {
        const { expected: _expected, saw: _saw, cause: _cause, ...same } = result;
        return { ...same, verdict: 'inconclusive', ...blocked };
      }
      if (verdict !== 'untested' || because !== undefined || !cut)
        return withFormOfRejection(withRate(result), forms.own());
      const { why, remedy, request, response } = cut;
      const { cause: _cause, ...same } = result;
      const open = { ...same, verdict: 'inconclusive', why, exchanges: [{ request, response }] } as const;
      return withRate(remedy === undefined ? open : { ...open, remedy });
    },
  };
}

const slowest = 1;

const remedyOf = (rate: number): Remedy => ({
  kind: 'option',
  option: '--rate',
  value: `${roundedDown(rate)}/s`,
});

/** Rounds down to few digits; some limiters let a request through every few seconds. */
const roundedDown = (rate: number): number =>
  rate < 2 ? Math.max(0.1, Math.floor(rate * 10) / 10) : Math.floor(rate);
