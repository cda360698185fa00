import { createHash } from 'node:crypto';
import {
  type Call,
  header,
  isLost,
  type Lost,
  type OptionRemedy,
  type Reply,
  type Transport,
} from '../../src/http/exchange.ts';
import { asksForRest, isInterfering, limitNamed, mayPass, wantsFreshConnection } from '../core/status.ts';
import { type HaltSwitch, longestTimeout, mostWrites, unsent } from './stop.ts';

/** Shares what equal calls bring within one run. */
export type RequestCache<T> = (call: Call, send: (call: Call) => Promise<T>) => Promise<T>;

/** Makes the cache of a run: equal calls share one exchange. */
export function createRequestCache<T>(name: (call: Call) => string = keyOf): RequestCache<T> {
  const shared = new Map<string, Promise<T>>();
  return (call, send) => {
    const key = name(call);
    const known = shared.get(key) ?? send(call);
    shared.set(key, known);
    return known;
  };
}

/** Two calls with the same key are equal. */
export const keyOf = ({ method, target, headers, body }: Call): string =>
  JSON.stringify([method, target, headers, body ? Buffer.from(body).toString('latin1') : null]);

/** What a run learns about failures that may pass: whether sending a request again ever helped against those of a kind. */
type Kinds = {
  /** Counts whatever came of a request. */
  readonly count: (reply: Reply | Lost) => void;
  /** Notes that a request which had failed so got another response later. */
  readonly recovered: (reply: Reply | Lost) => void;
  /** Notes that a request was sent again as often as may be, and failed so each time. */
  readonly exhausted: (reply: Reply | Lost) => void;
  /** Whether sending it again helps: it did more often than not. */
  readonly mayRecover: (reply: Reply | Lost) => boolean;
  /** Whether sending it again was tried, and does not help. */
  readonly isHopeless: (reply: Reply | Lost) => boolean;
  /** Whether so many responses failed so that a request may meet nothing else by chance. */
  readonly isFrequent: (reply: Reply | Lost) => boolean;
};

/** How many requests in vain show that sending them again does not help. */
const inVain = 2;
/** One of how many responses is frequent. */
const frequent = 10;

/** Begins to learn. */
function createKinds(): Kinds {
  const kinds = new Map<string, { count: number; recovered: number; exhausted: number }>();
  let all = 0;
  const of = (reply: Reply | Lost) => {
    const name = failureKindOf(reply);
    const kind = kinds.get(name) ?? { count: 0, recovered: 0, exhausted: 0 };
    kinds.set(name, kind);
    return kind;
  };
  const mayRecover = (reply: Reply | Lost): boolean => of(reply).recovered > of(reply).exhausted;
  return {
    count: (reply) => {
      all += 1;
      of(reply).count += 1;
    },
    recovered: (reply) => {
      of(reply).recovered += 1;
    },
    exhausted: (reply) => {
      of(reply).exhausted += 1;
    },
    mayRecover,
    isHopeless: (reply) => !mayRecover(reply) && of(reply).exhausted >= inVain,
    isFrequent: (reply) => of(reply).count * frequent > all,
  };
}

/** What failures have in common that come from the same part of what is in front of a target, or of the target. */
const failureKindOf = (reply: Reply | Lost): string =>
  isLost(reply)
    ? reply.lost
    : [reply.status, header(reply.headers, 'content-type'), header(reply.headers, 'server')].join(' ');

/** How fast calls go out; it is slowed where the target complains, and quickens again where it no longer does. */
type Pace = {
  readonly over: (next: Transport) => Transport;
  /** Slows down to what got through in the last second, at most to half of what was let through. */
  readonly slow: () => void;
  /** Calls a second that are let through; undefined: as many as come. */
  readonly perSecond: () => number | undefined;
  /** Calls a second that got through since the target first complained, or the slowest pace; undefined where it never did. */
  readonly stood: () => number | undefined;
};

/** The least that the pace is slowed to at first, and the slowest of all, in calls a second. */
const [firstStep, slowest] = [20, 1];
/** How long a target is quiet before the pace is doubled again, in milliseconds. */
const quiet = 5000;
/** Complaints within so many milliseconds are one, and the pace is what got through in them. */
const second = 1000;

/** Lets no more calls through than so many a second, evenly spread. */
function createPace(perSecond: number | undefined, pause: HaltSwitch['pause']): Pace {
  let rate = perSecond;
  let free = 0;
  let changedAt: number | undefined;
  let complainedAt: number | undefined;
  /** How many calls got through since then. */
  let through = 0;
  /** When the last calls got through. */
  const recent: number[] = [];

  /** Doubles the pace after a while without complaints, up to what it was. */
  const quicken = (now: number): void => {
    if (rate === undefined || changedAt === undefined || now - changedAt < quiet) return;
    rate = Math.min(perSecond ?? Number.POSITIVE_INFINITY, rate * 2);
    changedAt = rate === perSecond ? undefined : now;
  };
  const forgetBefore = (time: number): void => {
    const kept = recent.findIndex((one) => one > time);
    recent.splice(0, kept < 0 ? recent.length : kept);
  };
  const measured = (now: number): number => {
    forgetBefore(now - second);
    return (recent.length * 1000) / Math.max(second / 10, now - (recent[0] ?? now));
  };
  return {
    over: (next) => async (call) => {
      const now = performance.now();
      quicken(now);
      if (rate !== undefined) {
        const turn = Math.max(now, free);
        free = turn + 1000 / rate;
        if (turn > now) await pause(turn - now);
      }
      const reply = await next(call);
      if (isLost(reply) || asksForRest(reply)) return reply;
      const came = performance.now();
      forgetBefore(came - second);
      recent.push(came);
      if (complainedAt !== undefined) through += 1;
      return reply;
    },
    slow: () => {
      // Calls that were under way together are one complaint.
      const now = performance.now();
      complainedAt ??= now;
      if (changedAt !== undefined && now - changedAt < second) return;
      changedAt = now;
      rate =
        rate === undefined
          ? Math.max(firstStep, measured(now) / 2)
          : Math.min(rate, Math.max(slowest, rate / 2, measured(now)));
    },
    perSecond: () => rate,
    stood: () => {
      if (complainedAt === undefined) return undefined;
      const seconds = Math.max(second, performance.now() - complainedAt) / 1000;
      return Math.min(rate ?? Number.POSITIVE_INFINITY, through === 0 ? slowest : through / seconds);
    },
  };
}

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
function retrying(
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

/** How many requests of a kind may get no response in time, one after the other, until no more of them are sent. */
export const mostSilent = 40;

/**
 * A transport that gives up on a target that responds no more: waiting for every request of a run would take as many time-outs
 * as there are requests.
 */
export function untilSilent(next: Transport): Transport {
  const silent = new Map<string, number>();
  return async (call) => {
    const kind = requestKindOf(call);
    if ((silent.get(kind) ?? 0) >= mostSilent)
      return unsent(`the last ${mostSilent} requests of this kind got no response in time`);
    const reply = await next(call);
    if (!isLost(reply)) silent.delete(kind);
    else if (reply.lost === 'timeout') silent.set(kind, (silent.get(kind) ?? 0) + 1);
    return reply;
  };
}

/** What requests have in common that are served by the same part of a target: the end of the path, after all ids. */
const requestKindOf = ({ method, target }: Call): string =>
  `${method} ${target.split('?')[0]?.split('/').at(-1)}`;

/** How many requests that create records a run sends by default. */
export const defaultMaxWrites = 300;

/** Methods that leave nothing behind. */
const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a call may create records. */
export const isWrite = ({ method }: Pick<Call, 'method'>): boolean => !reading.includes(method);

/** What is left of the requests that may leave records behind. */
type Writes = {
  readonly over: (next: Transport) => Transport;
  readonly left: () => number;
  /** The option that would allow more of them. */
  readonly more: OptionRemedy;
};

/** Sends at most so many requests that may leave records behind, repeats included. */
function createWrites(most: number): Writes {
  let left = most;
  const more: OptionRemedy = {
    kind: 'option',
    option: '--max-writes',
    value: `${Math.min(Math.max(2 * most, defaultMaxWrites), mostWrites)}`,
  };
  return {
    left: () => left,
    more,
    over: (next) => async (call) => {
      if (!isWrite(call)) return next(call);
      if (left === 0) {
        const why = `this run may send no more than ${most} ${most === 1 ? 'request' : 'requests'} that create records`;
        return unsent(why, more);
      }
      left -= 1;
      const reply = await next(call);
      // What a limiter or a firewall stops leaves nothing behind.
      if (!isLost(reply) && [403, 429].includes(reply.status)) left += 1;
      return reply;
    },
  };
}

/** How a run behaves towards its target. */
export type Conduct = {
  /** The most requests that may leave records behind. */
  readonly maxWrites?: number;
  /** The most requests in a second. */
  readonly rate?: number;
  /** The longest wait that a target is granted for one call, in milliseconds. */
  readonly patience?: number;
};

/** How long a target that asks for patience is granted it by default, in milliseconds. */
export const defaultPatience = 30_000;

/** A transport that behaves so, and what can be asked of it. */
type Conducted = { readonly transport: Transport; readonly writes: Writes; readonly pace: Pace };

/** Builds it. The switch is on both sides: what waited for its turn is not sent after a halt. */
export function conducted(
  transport: Transport,
  { maxWrites = defaultMaxWrites, rate, patience = defaultPatience }: Conduct,
  run: HaltSwitch,
  nonce: string,
  onTransientFailure: (transientFailure: TransientFailure) => void,
): Conducted {
  const writes = createWrites(maxWrites);
  const pace = createPace(rate, run.pause);
  const paced = pace.over(writes.over(run.over(untilSilent(transport))));
  const patient = retrying(paced, { patience, pause: run.pause, pace, nonce, onTransientFailure });
  return { transport: run.over(patient), writes, pace };
}
