import { createHash } from 'node:crypto';
import { type Call, header, isLost, type Lost, type Reply, type Transport } from '../../src/http/exchange.ts';
import { asksForRest, isInterfering, limitNamed, mayPass, wantsFreshConnection } from '../core/status.ts';
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

/** What happened to a call that is to be sent again. */
type Failure = 'limited' | 'gateway' | 'refused' | 'closed' | 'too slow' | 'suspicious';

/**
 * How long is waited before a call is sent again, each time, in milliseconds; and so, how often it is (READINGS 28 and P3). What goes over
 * a fresh connection at once does so whatever the patience.
 */
const waits: Readonly<Record<Failure, readonly number[]>> = {
  limited: [500, 1000, 2000, 4000],
  gateway: [500, 1000, 2000, 4000],
  refused: [500, 1000, 2000, 4000],
  closed: [0, 1000, 2000],
  'too slow': [0],
  suspicious: [0, 200, 200, 200],
};

/** How often one call is sent at the most, whatever happens to it. */
const mostAttempts = 5;

/** What happened to a call; undefined if its response is taken as it is, as is what was held back on our side. */
function failureOf(reply: Reply | Lost, isSuspect: boolean): Failure | undefined {
  if (isLost(reply)) {
    const { lost } = reply;
    if (lost === 'rejected') return 'refused';
    if (lost === 'connection') return 'closed';
    return lost === 'timeout' ? 'too slow' : undefined;
  }
  if (asksForRest(reply)) return 'limited';
  if (wantsFreshConnection(reply)) return 'too slow';
  if (isInterfering(reply)) return 'gateway';
  return isSuspect && mayPass({ reply }) ? 'suspicious' : undefined;
}

/**
 * A transport that sends a call again where a gateway or a limiter spoke, or nothing came; over a fresh connection after a
 * loss. It suspects other failures where a call is due, after a crash, and where sending a call again helped before. While a
 * limiter asks to be left alone, nothing goes to that path, and the whole run slows down; so it does where connections are
 * refused or closed again and again, and for nothing else: no other failure keeps another call waiting.
 */
export function retrying(
  next: Transport,
  { patience, pause, pace, nonce, onTransientFailure }: Retrying,
): Transport {
  const restsUntil = new Map<string, number>();
  const kinds = createKinds();
  let isReached = false;

  const waitsAfter = (failure: Failure, reply: Reply | Lost): readonly number[] => {
    // Where nothing was ever answered, no server is there.
    if (failure === 'refused' && !isReached) return [];
    if (!kinds.isHopeless(reply) || (!isLost(reply) && reply.status === 429)) return waits[failure];
    // A connection that was kept may have died without a word.
    return isLost(reply) ? waits['too slow'] : [];
  };

  return async (call) => {
    const address = `${call.method} ${call.target.split('?')[0]}`;
    const deadline = performance.now() + patience;
    const failures: Failure[] = [];
    let first: Reply | Lost | undefined;
    let last: Reply | Lost | undefined;
    let sent = call;
    let isStale = false;
    let restsItselfUntil = 0;

    /** The response that counts, with what those before it say of it; `failure` if it is one, and lasted. */
    const end = (reply: Reply | Lost, failure?: Failure): Reply | Lost => {
      const helps = kinds.mayRecover(reply);
      const isTried = failures.length > 1;
      const hasPassed = failure === undefined && !mayPass({ reply }) && !isLost(reply);
      if (first && hasPassed && limitNamed(reply) === undefined) kinds.recovered(first);
      if (failure !== undefined && isTried) kinds.exhausted(reply);
      // What fails in the same way each time is the server's own.
      const isOwn = !isLost(reply) && !isInterfering(reply) && first && words(first) === words(reply);
      const retries = failures.length - (failure === undefined ? 0 : 1);
      const { method, target } = call;
      if (first && retries > 0 && !isOwn)
        onTransientFailure({ method, target, saw: words(first), retries, last: words(reply) });
      if (isLost(reply)) return reply;
      const isLasting = (failure !== undefined && isTried) || kinds.isHopeless(reply);
      const isBlocked = helps && kinds.isFrequent(reply);
      return {
        ...reply,
        ...(isLasting && !helps ? { cameBack: 'always' } : {}),
        ...(isLasting && isBlocked ? { cameBack: 'blocked' } : {}),
        ...(first && !isLost(first) && hasPassed && mayPass({ reply: first }) ? { failedOnce: first } : {}),
        ...(sent === call ? {} : { sent }),
      };
    };

    for (;;) {
      const rest = Math.max(restsItselfUntil, restsUntil.get(address) ?? 0) - performance.now();
      if (performance.now() + rest > deadline) return last ? end(last, failures.at(-1)) : heldBack(rest);
      if (rest > 0) await pause(rest);
      if (failures.length > 0) sent = renewed(call, nonce, failures.length + 1);
      const reply = await next(isStale ? { ...sent, freshConnection: true } : sent);
      last = reply;
      isReached ||= !isLost(reply);
      kinds.count(reply);
      const isSuspect =
        call.isDue === true || (!isLost(reply) && reply.status >= 500) || kinds.mayRecover(reply);
      const failure = failureOf(reply, isSuspect);
      if (failure === undefined) return end(reply);
      failures.push(failure);
      first ??= reply;
      const times = failures.filter((one) => one === failure).length;
      const wait = waitsAfter(failure, reply)[times - 1];
      if (wait === undefined || failures.length === mostAttempts) return end(reply, failure);
      // The connections that were kept may have died with this one.
      isStale ||= isLost(reply) || failure === 'too slow';
      if (failure === 'limited' || (times > 1 && ['refused', 'closed'].includes(failure))) pace.slow();
      const until = performance.now() + ((!isLost(reply) && restAsked(reply)) || wait);
      if (failure === 'limited') restsUntil.set(address, Math.max(restsUntil.get(address) ?? 0, until));
      else if (!isStale || wait > 0) restsItselfUntil = until;
    }
  };
}

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
    timeout <= longestTimeout ? { kind: 'option', option: '--timeout', value: `${timeout}` } : undefined,
  );
}

/** How long the target asks to be left alone, in milliseconds, if it does. */
function restAsked({ headers }: Reply): number | undefined {
  const asked = header(headers, 'retry-after')?.trim();
  if (asked === undefined) return undefined;
  const rest = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(rest) ? undefined : Math.max(100, rest);
}
