import { createHash } from 'node:crypto';
import { type Call, header, isLost, type Lost, type Reply, type Transport } from '../../src/http/exchange.ts';
import { isInterfering, wantsFreshConnection } from '../core/status.ts';
import { longestTimeout } from './bounds.ts';
import { type HaltSwitch, unsent } from './halt.ts';
import type { Pace } from './rate.ts';

/** A reply of a gateway or a limiter, or none at all, and what came when the call was sent again. */
export type Interference = {
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
export type Retrying = {
  /** The longest wait that a target is granted for one call, in milliseconds. */
  readonly patience: number;
  readonly pause: HaltSwitch['pause'];
  readonly pace: Pace;
  /** The nonce of the run: a creation is sent again with a nonce of its own. */
  readonly nonce: string;
  readonly onInterference: (interference: Interference) => void;
};

/** How often one call is sent, and how often nothing may come of it. */
const [mostAttempts, mostLosses] = [5, 2];
/** The first and the longest wait where the target names none, in milliseconds (READINGS 28). */
const [firstWait, longestWait] = [500, 8000];

/**
 * A transport that sends a call again where a gateway or a limiter spoke, or nothing came: after as long as
 * `Retry-After` says, else after half a second, doubled each time; over a fresh connection after a loss. While a path
 * is to be left alone, nothing goes there.
 */
export function retrying(
  next: Transport,
  { patience, pause, pace, nonce, onInterference }: Retrying,
): Transport {
  const restsUntil = new Map<string, number>();
  return async (call) => {
    const address = `${call.method} ${call.target.split('?')[0]}`;
    const deadline = performance.now() + patience;
    let first: Reply | Lost | undefined;
    let losses = 0;
    const tell = (retries: number, last: Reply | Lost): void => {
      const { method, target } = call;
      if (first) onInterference({ method, target, saw: words(first), retries, last: words(last) });
    };
    for (let attempt = 1; ; attempt += 1) {
      const rest = (restsUntil.get(address) ?? 0) - performance.now();
      if (performance.now() + rest > deadline) {
        const reply = first ?? heldBack(rest);
        tell(attempt - 1, reply);
        return reply;
      }
      if (rest > 0) await pause(rest);
      const sent = attempt === 1 ? call : renewed(call, nonce, attempt);
      // A connection that was kept may have died without a word, and the others that were kept with it.
      const reply = await next(losses > 0 ? { ...sent, freshConnection: true } : sent);
      if (!isInterference(reply)) {
        tell(attempt - 1, reply);
        return sent === call || isLost(reply) ? reply : { ...reply, sent };
      }
      first ??= reply;
      if (isLost(reply) || wantsFreshConnection(reply)) losses += 1;
      else {
        pace.slow();
        const wait = restAsked(reply) ?? Math.min(longestWait, firstWait * 2 ** (attempt - 1));
        restsUntil.set(address, Math.max(restsUntil.get(address) ?? 0, performance.now() + wait));
      }
      if (attempt === mostAttempts || losses === mostLosses) {
        tell(attempt - 1, reply);
        return reply;
      }
    }
  };
}

/** Whether a reply is worth another try: what was held back on our side, or refused to listen, is not. */
const isInterference = (reply: Reply | Lost): boolean =>
  isLost(reply) ? reply.lost === 'connection' || reply.lost === 'timeout' : isInterfering(reply);

const words = (reply: Reply | Lost): string => (isLost(reply) ? reply.detail : `status ${reply.status}`);

/** The same call with another nonce, so that a creation made all the same does not stand in its way. */
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
    `the target asked to be left alone for ${seconds} s more`,
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
