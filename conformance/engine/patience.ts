import { type Call, header, isLost, type Lost, type Reply, type Transport } from '../../src/wire/exchange.ts';
import { type Brake, unsent } from './brake.ts';

/** How often one call is sent, and how long the target rests at least in between, in milliseconds. */
const [attempts, leastRest] = [5, 100];

/**
 * A transport that does as `Retry-After` says: while the target rests, nothing more is sent to that address, and
 * the call is repeated after. Where it asks for more rest than `most` milliseconds, its answer stands, and calls to
 * that address are held back until it has rested.
 */
export function patient(next: Transport, most: number, pause: Brake['pause']): Transport {
  const restsUntil = new Map<string, number>();
  return async (call) => {
    const address = `${call.method} ${call.target.split('?')[0]}`;
    const deadline = performance.now() + most;
    for (let attempt = 1; ; attempt += 1) {
      const rest = (restsUntil.get(address) ?? 0) - performance.now();
      if (performance.now() + rest > deadline) return heldBack(rest);
      if (rest > 0) await pause(rest);
      const reply = await next(call);
      const asked = restAsked(call, reply);
      if (asked === undefined) return reply;
      const until = performance.now() + Math.max(asked, leastRest);
      restsUntil.set(address, until);
      if (attempt === attempts || until > deadline) return reply;
    }
  };
}

function heldBack(rest: number): Lost {
  const seconds = Math.ceil(rest / 1000);
  return unsent(
    `the target asked to be left alone for ${seconds} s more`,
    `--timeout ${(seconds + 1) * 1000}`,
  );
}

/** How long the target asks to be left alone before that call is repeated, in milliseconds, if it does. */
function restAsked({ method }: Call, reply: Reply | Lost): number | undefined {
  if (isLost(reply)) return undefined;
  // Behind a gateway that failed, a creation may have been made all the same: it is not repeated.
  const statuses = method === 'GET' ? [429, 502, 503, 504] : [429, 503];
  const asked = statuses.includes(reply.status) ? header(reply.headers, 'retry-after')?.trim() : undefined;
  if (asked === undefined) return undefined;
  const rest = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(rest) ? undefined : Math.max(0, rest);
}
