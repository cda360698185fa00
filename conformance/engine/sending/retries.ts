import { createHash } from 'node:crypto';
import {
  type HttpResponse,
  header,
  isLost,
  type Lost,
  pathIn,
  type Transport,
} from '../../../src/http/exchange.ts';
import { type Deliver, isCompleted, type RunExchange, type RunRequest } from '../../core/exchange.ts';
import { details, unsent } from '../../core/lost-details.ts';
import { wholeNonces } from '../../core/nonces.ts';
import { limitNamed } from '../../core/status.ts';
import {
  asksForRest,
  isInterfering,
  mayPass,
  restAsked,
  wantsFreshConnection,
} from '../../core/transient.ts';
import type { HaltSwitch } from '../ending.ts';
import { longestTimeout } from '../option-defaults.ts';
import type { createPace } from './pace.ts';
import { writesNothing } from './write-limit.ts';

/** A request with the id of its exchange. */
export type NumberedRequest = RunRequest & Pick<RunExchange, 'id'>;

/** How many failed series of retries show that they do not help. */
const hopelessAfter = 2;

const frequent = 10;

/** How often a failure came, was followed by another response, and came back after each retry. */
type Failures = { count: number; recovered: number; exhausted: number };

/** Counts transient failures of each kind, and whether retries help. */
function countFailures() {
  const kinds = new Map<string, Failures>();
  let all = 0;
  const of = (response: HttpResponse | Lost): Failures => {
    const name = failureKindOf(response);
    const kind = kinds.get(name) ?? { count: 0, recovered: 0, exhausted: 0 };
    kinds.set(name, kind);
    return kind;
  };
  const mayRecover = (response: HttpResponse | Lost): boolean =>
    of(response).recovered > of(response).exhausted;
  return {
    note: (response: HttpResponse | Lost, what: keyof Failures): void => {
      of(response)[what] += 1;
      if (what === 'count') all += 1;
    },
    /** Whether retries helped more often than not. */
    mayRecover,
    /** Whether retries were tried and did not help. */
    isHopeless: (response: HttpResponse | Lost): boolean =>
      !mayRecover(response) && of(response).exhausted >= hopelessAfter,
    /** Whether so many responses failed so that a request may meet only them by chance. */
    isFrequent: (response: HttpResponse | Lost): boolean => of(response).count * frequent > all,
  };
}

const failureKindOf = (response: HttpResponse | Lost): string =>
  isLost(response)
    ? response.lost
    : [response.status, header(response.headers, 'content-type'), header(response.headers, 'server')].join(
        ' ',
      );

export type TransientFailure = {
  readonly method: string;
  readonly target: string;
  readonly saw: string;
  readonly retries: number;
  readonly last: string;
  /** The server itself may have returned it: 401, 403, 404 or a 5xx that is not of a gateway. */
  readonly isOfServer?: true;
};

type Retrying = {
  readonly patience: number;
  readonly pause: HaltSwitch['pause'];
  readonly pace: ReturnType<typeof createPace>;
  readonly nonce: string;
  /** Returns the id of the next exchange. */
  readonly nextId: () => number;
  readonly onTransientFailure: (transientFailure: TransientFailure) => void;
};

type Failure = 'limited' | 'gateway' | 'refused' | 'closed' | 'too slow' | 'suspicious';

/**
 * The waits before each retry, in milliseconds (READINGS 28 and P3). A retry over a fresh connection does not wait.
 */
const waits: Readonly<Record<Failure, readonly number[]>> = {
  limited: [500, 1000, 2000, 4000],
  gateway: [500, 1000, 2000, 4000],
  refused: [500, 1000, 2000, 4000],
  closed: [0, 1000, 2000],
  'too slow': [0],
  suspicious: [0, 200, 200, 200],
};

/** The shortest pause that is granted to a target that asks for one, in milliseconds. */
const shortestRest = 100;

const mostAttempts = 5;

function failureOf(response: HttpResponse | Lost, isSuspect: boolean): Failure | undefined {
  if (isLost(response)) {
    const { lost } = response;
    if (lost === 'rejected') return 'refused';
    if (lost === 'connection') return 'closed';
    return lost === 'timeout' ? 'too slow' : undefined;
  }
  if (asksForRest(response)) return 'limited';
  if (wantsFreshConnection(response)) return 'too slow';
  if (isInterfering({ response })) return 'gateway';
  return isSuspect && mayPass({ response }) ? 'suspicious' : undefined;
}

/**
 * A transport that repeats requests after transient failures, and over a fresh connection after a loss. It suspects
 * other failures of valid requests, after a crash, and where retries helped before. Only a limiter, and connections
 * that fail repeatedly, slow the whole run down.
 */
export function retrying(
  next: Transport<NumberedRequest>,
  { patience, pause, pace, nonce, nextId, onTransientFailure }: Retrying,
): Deliver {
  const restsUntil = new Map<string, number>();
  const failureCounts = countFailures();
  let isReached = false;

  const waitsAfter = (failure: Failure, response: HttpResponse | Lost): readonly number[] => {
    // Without any response so far, no server is there.
    if (failure === 'refused' && !isReached) return [];
    if (!failureCounts.isHopeless(response) || (!isLost(response) && response.status === 429))
      return waits[failure];
    // A kept connection may have closed unnoticed.
    return isLost(response) ? waits['too slow'] : [];
  };

  return async (request, mayRepeat) => {
    const address = `${request.method} ${pathIn(request.target)}`;
    const deadline = performance.now() + patience;
    const failures: Failure[] = [];
    let first: RunExchange | undefined;
    let last: RunExchange | undefined;
    let sent = request;
    let needsFresh = false;
    let restsItselfUntil = 0;

    const end = (exchange: RunExchange, failure?: Failure): RunExchange => {
      const { response } = exchange;
      const helps = failureCounts.mayRecover(response);
      const isTried = failures.length > 1;
      const hasPassed = failure === undefined && !mayPass({ response }) && !isLost(response);
      if (first && hasPassed && limitNamed(response) === undefined)
        failureCounts.note(first.response, 'recovered');
      if (failure !== undefined && isTried) failureCounts.note(response, 'exhausted');
      // The same response to each try is the server's own.
      const isOfServer =
        !isLost(response) &&
        !isInterfering({ response }) &&
        first &&
        responseWords(first.response) === responseWords(response);
      const retries = failures.length - (failure === undefined ? 0 : 1);
      const { method, target } = request;
      if (first && retries > 0 && !isOfServer)
        onTransientFailure({
          method,
          target,
          saw: responseWords(first.response),
          retries,
          last: responseWords(response),
          ...(mayPass(first) ? { isOfServer: true } : {}),
        });
      if (isLost(response)) return exchange;
      const isLasting = (failure !== undefined && isTried) || failureCounts.isHopeless(response);
      const isBlocked = helps && failureCounts.isFrequent(response);
      return {
        ...exchange,
        ...(isLasting && !helps ? { cameBack: 'always' } : {}),
        ...(isLasting && isBlocked ? { cameBack: 'blocked' } : {}),
        ...(first && isCompleted(first) && hasPassed && mayPass(first) ? { failedOnce: first } : {}),
      };
    };

    for (;;) {
      const rest = Math.max(restsItselfUntil, restsUntil.get(address) ?? 0) - performance.now();
      if (performance.now() + rest > deadline) {
        return last ? end(last, failures.at(-1)) : { id: nextId(), request, response: heldBack(rest) };
      }
      if (rest > 0) await pause(rest);
      if (mayRepeat && last && !writesNothing(last.response) && !(await mayRepeat()))
        return end(last, failures.at(-1));
      if (failures.length > 0) sent = renewed(request, nonce, failures.length + 1);
      const id = nextId();
      const response = await next({ ...sent, id, ...(needsFresh ? { freshConnection: true } : {}) });
      last = { id, request: sent, response };
      isReached ||= !isLost(response);
      failureCounts.note(response, 'count');
      const isSuspect =
        request.isDue === true ||
        (!isLost(response) && response.status >= 500) ||
        failureCounts.mayRecover(response);
      const failure = failureOf(response, isSuspect);
      if (failure === undefined) return end(last);
      failures.push(failure);
      first ??= last;
      const times = failures.filter((one) => one === failure).length;
      const wait = waitsAfter(failure, response)[times - 1];
      if (wait === undefined || failures.length === mostAttempts) return end(last, failure);
      // Other kept connections may have closed, too.
      needsFresh ||= isLost(response) || failure === 'too slow';
      if (failure === 'limited' || (times > 1 && ['refused', 'closed'].includes(failure))) pace.slow();
      const asked = isLost(response) ? undefined : restAsked(response);
      const until = performance.now() + (asked === undefined ? wait : Math.max(shortestRest, asked));
      if (failure === 'limited') restsUntil.set(address, Math.max(restsUntil.get(address) ?? 0, until));
      else if (!needsFresh || wait > 0) restsItselfUntil = until;
    }
  };
}

const responseWords = (response: HttpResponse | Lost): string =>
  isLost(response) ? response.detail : `status ${response.status}`;

/** Changes the nonce of a creation, so that a record that was created all the same does not conflict. */
function renewed(request: RunRequest, nonce: string, attempt: number): RunRequest {
  if (!request.body || request.method !== 'POST') return request;
  const text = Buffer.from(request.body).toString('utf8');
  const body = text.replaceAll(
    wholeNonces(nonce),
    (whole: string, own: string) =>
      whole.slice(0, 8) + createHash('sha256').update(`${own} ${attempt}`).digest('hex').slice(0, 8),
  );
  return { ...request, body: Buffer.from(body) };
}

function heldBack(rest: number): Lost {
  const seconds = Math.ceil(rest / 1000);
  // The next pause may be longer.
  const timeout = 2 * seconds * 1000;
  return unsent(
    details.pause(seconds),
    timeout <= longestTimeout ? { kind: 'option', option: '--timeout', value: `${timeout}` } : undefined,
  );
}
