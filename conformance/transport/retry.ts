import { createHash } from 'node:crypto';
import { type Call, header, isLost, type Lost, type Reply, type Transport } from '../../src/http/exchange.ts';
import { isInterfering, limitNamed, mayPass, wantsFreshConnection } from '../core/status.ts';
import { longestTimeout } from './bounds.ts';
import { type HaltSwitch, unsent } from './halt.ts';
import { createKinds } from './kinds.ts';
import type { Pace } from './rate.ts';

/** A response of a gateway or a limiter, or none at all, and what came when the call was sent again. */
export type TransientFailure = {
  readonly method: string;
  readonly target: string;
  /** What came first. */
  readonly saw: string;
  /** How often the call was sent again. */
  readonly retries: number;
  /** What came at last. */
  readonly last: string;
};

/** What a retrying transport depends on. */
type Retrying = {
  /** The longest wait that a target is granted for one call, in milliseconds. */
  readonly patience: number;
  readonly pause: HaltSwitch['pause'];
  readonly pace: Pace;
  /** The nonce of the run: a creation is sent again with a nonce of its own. */
  readonly nonce: string;
  readonly onTransientFailure: (transientFailure: TransientFailure) => void;
};

/** How often one call is sent, and how often nothing may come of it before it has to wait. */
const [mostAttempts, mostLosses] = [5, 2];
/** How often one is sent that failed in a way which may be for good. */
const mostOnSuspicion = 3;
/** The first and the longest wait where the target names none, in milliseconds (READINGS 28). */
const [firstWait, longestWait] = [500, 8000];

/**
 * A transport that sends a call again where a gateway or a limiter spoke, or nothing came: after as long as
 * `Retry-After` says, else after half a second, doubled each time; over a fresh connection after a loss. While a path
 * is to be left alone, nothing goes there. A call that is due is sent again after any failure that may pass, and others
 * after a crash, and after what waiting helped against before; where waiting never helps, it ends.
 */
export function retrying(
  next: Transport,
  { patience, pause, pace, nonce, onTransientFailure }: Retrying,
): Transport {
  const restsUntil = new Map<string, number>();
  const kinds = createKinds();

  /** Whether a response is worth another try: what was held back on our side, or rejected to listen, is not. */
  const isWorthAnother = (reply: Reply | Lost, { isDue }: Call): boolean => {
    if (isLost(reply)) return reply.lost === 'connection' || reply.lost === 'timeout';
    if (reply.status !== 429 && kinds.isHopeless(reply)) return false;
    const isSuspect = isDue === true || reply.status >= 500 || kinds.mayRecover(reply);
    return isInterfering(reply) || (mayPass({ reply }) && isSuspect);
  };
  /** A response that came each time, and what that says. */
  const lasting = (reply: Reply | Lost, isTried: boolean): Reply | Lost => {
    const mayRecover = kinds.mayRecover(reply);
    if (isTried) kinds.exhausted(reply);
    if (isLost(reply)) return reply;
    if (mayRecover && kinds.isFrequent(reply)) return { ...reply, cameBack: 'blocked' };
    return isTried && !mayRecover ? { ...reply, cameBack: 'always' } : reply;
  };

  /** Slows down for what a limiter may say: a single replica that fails is none. */
  const slowFor = (reply: Reply | Lost): void => {
    if (isTransientFailure(reply) || (kinds.mayRecover(reply) && kinds.isFrequent(reply))) pace.slow();
  };

  return async (call) => {
    const address = `${call.method} ${call.target.split('?')[0]}`;
    const deadline = performance.now() + patience;
    let first: Reply | Lost | undefined;
    let losses = 0;
    let restsItselfUntil = 0;
    const tell = (retries: number, last: Reply | Lost): void => {
      const { method, target } = call;
      // What fails in the same way each time is the server's own.
      const isOwn =
        !isLost(last) && !isInterfering(last) && first !== undefined && words(first) === words(last);
      if (first && !isOwn)
        onTransientFailure({ method, target, saw: words(first), retries, last: words(last) });
    };
    for (let attempt = 1; ; attempt += 1) {
      const rest = Math.max(restsItselfUntil, restsUntil.get(address) ?? 0) - performance.now();
      if (performance.now() + rest > deadline) {
        const reply = first ? lasting(first, attempt > 2) : heldBack(rest);
        tell(attempt - 1, reply);
        return reply;
      }
      if (rest > 0) await pause(rest);
      const sent = attempt === 1 ? call : renewed(call, nonce, attempt);
      // A connection that was kept may have died without a word, and the others that were kept with it.
      const reply = await next(losses > 0 ? { ...sent, freshConnection: true } : sent);
      kinds.count(reply);
      if (!isWorthAnother(reply, call)) {
        if (first && !isLost(reply) && !mayPass({ reply }) && limitNamed(reply) === undefined) {
          kinds.recovered(first);
          if (!isTransientFailure(first)) slowFor(first);
        }
        tell(attempt - 1, reply);
        if (isLost(reply)) return reply;
        const hopeless = kinds.isHopeless(reply) ? { cameBack: 'always' as const } : {};
        const failed = first && !isLost(first) && mayPass({ reply: first }) ? { failedOnce: first } : {};
        return { ...reply, ...hopeless, ...failed, ...(sent === call ? {} : { sent }) };
      }
      first ??= reply;
      const isGone = isLost(reply) || wantsFreshConnection(reply);
      if (isGone) losses += 1;
      // Connections that are closed again and again may be how a limiter speaks; time-outs are not.
      const isClosed = isLost(reply) && reply.lost === 'connection' && !kinds.isHopeless(reply);
      const isSuspicion = !kinds.mayRecover(reply) && (isClosed || !isTransientFailure(reply));
      const most = isSuspicion ? mostOnSuspicion : mostAttempts;
      if (attempt === most || (losses === mostLosses && !isClosed)) {
        const last = lasting(reply, true);
        tell(attempt - 1, last);
        return last;
      }
      if (!isGone || losses >= mostLosses) {
        slowFor(reply);
        const asked = isLost(reply) ? undefined : restAsked(reply);
        const wait = asked ?? Math.min(longestWait, firstWait * 2 ** (attempt - 1));
        // A suspicion is of one call, and keeps no other waiting.
        if (isSuspicion) restsItselfUntil = performance.now() + wait;
        else restsUntil.set(address, Math.max(restsUntil.get(address) ?? 0, performance.now() + wait));
      }
    }
  };
}

const isTransientFailure = (reply: Reply | Lost): boolean => !isLost(reply) && isInterfering(reply);

const words = (reply: Reply | Lost): string => (isLost(reply) ? reply.detail : `status ${reply.status}`);

/** The same call with another nonce, so that a creation made all the same is not in its way. */
function renewed(call: Call, nonce: string, attempt: number): Call {
  if (!call.body) return call;
  const run = nonce.slice(0, 8).padEnd(8, '0');
  const text = Buffer.from(call.body).toString('utf8');
  const body = text.replaceAll(
    new RegExp(`${run}([0-9a-f]{8})`, 'g'),
    (_, own: string) => run + createHash('sha256').update(`${own} ${attempt}`).digest('hex').slice(0, 8),
  );
  return { ...call, body: Buffer.from(body) };
}

function heldBack(rest: number): Lost {
  const seconds = Math.ceil(rest / 1000);
  const timeout = (seconds + 1) * 1000;
  return unsent(
    `the target asked for a pause of ${seconds} s more`,
    timeout <= longestTimeout ? `--timeout ${timeout}` : undefined,
  );
}

/** How long the target asks to be left alone, in milliseconds, if it does. */
function restAsked({ headers }: Reply): number | undefined {
  const asked = header(headers, 'retry-after')?.trim();
  if (asked === undefined) return undefined;
  const rest = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(rest) ? undefined : Math.max(100, rest);
}
