import { isLost, type Middleware, type Reply, withBody } from '../../../http/exchange.ts';
import type { Choices } from '../../choices/choices.ts';
import { cutOff } from '../../replies/partial-reply.ts';
import { replyWithContent } from '../../replies/reply.ts';
import type { Delays } from '../../state/delays.ts';
import { forceStatus } from '../forced-status.ts';
import type { FaultEffect } from './fault-request.ts';

/** What faults are created with. */
type FaultDependencies = {
  readonly choices: Choices;
  readonly delays: Delays;
  readonly draw: (count: number) => number;
  /** Finds a mutant by name. */
  readonly mutant: (name: string) => Promise<Middleware>;
};

/** Creates the middleware for the effect of a fault. */
export async function faultMiddleware(
  effect: FaultEffect,
  { choices, delays, draw, mutant }: FaultDependencies,
): Promise<Middleware> {
  switch (effect.kind) {
    case 'latency':
      return (next) => async (call) => {
        await delays.wait('ms' in effect ? effect.ms : effect.from + draw(effect.to - effect.from + 1));
        return next(call);
      };
    case 'status':
      return effect.body === undefined
        ? forceStatus(effect.code, choices)
        : () => async () => replyWithContent(effect.code, effect.body ?? null);
    case 'too-many-requests':
      return forceStatus(429, choices, effect.retryAfter);
    case 'connection-reset':
      return () => async () => ({ lost: 'connection', detail: 'the connection was reset', ms: 0 });
    case 'stalled-body':
      return onReply((reply) => cutOff(reply, 'stall', effect.after));
    case 'truncated-body':
      return onReply((reply) => cutOff(reply, 'close', effect.after));
    case 'malformed-json':
      return onReply(withoutEnd);
    case 'mutant':
      return mutant(effect.name);
  }
}

const onReply =
  (change: (reply: Reply) => Reply | ReturnType<typeof cutOff>): Middleware =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    return isLost(reply) ? reply : change(reply);
  };

/** The same response with its JSON cut short; the HTTP message itself is complete. */
const withoutEnd = (reply: Reply): Reply =>
  withBody(reply, reply.body.subarray(0, Math.max(0, reply.body.byteLength - 1)));
