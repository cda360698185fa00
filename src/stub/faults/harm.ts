import { setTimeout as sleep } from 'node:timers/promises';
import { isLost, type Mutant, type Reply } from '../../wire/exchange.ts';
import { breakOff } from '../broken-off.ts';
import type { Choices } from '../choices.ts';
import { forceStatus } from '../forced-status.ts';
import type { Harm } from './fault-request.ts';

/** What the harm is done with. */
export type Means = {
  readonly choices: Choices;
  readonly draw: (count: number) => number;
  /** Finds the mutant of that name. */
  readonly mutant: (name: string) => Promise<Mutant>;
};

/** Makes of what a fault is to do something that does it. */
export async function harmful(harm: Harm, { choices, draw, mutant }: Means): Promise<Mutant> {
  switch (harm.kind) {
    case 'latency':
      return (next) => async (call) => {
        await sleep('ms' in harm ? harm.ms : harm.from + draw(harm.to - harm.from + 1));
        return next(call);
      };
    case 'status':
      return forceStatus(harm.code, choices);
    case 'too-many-requests':
      return forceStatus(429, choices, harm.retryAfter);
    case 'connection-reset':
      return () => async () => ({ lost: 'connection', detail: 'the connection was reset', ms: 0 });
    case 'stalled-body':
      return onReply((reply) => breakOff(reply, 'stall', harm.after));
    case 'truncated-body':
      return onReply((reply) => breakOff(reply, 'hang-up', harm.after));
    case 'malformed-json':
      return onReply(withoutEnd);
    case 'mutant':
      return mutant(harm.name);
  }
}

const onReply =
  (change: (reply: Reply) => Reply | ReturnType<typeof breakOff>): Mutant =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    return isLost(reply) ? reply : change(reply);
  };

/** The same reply, whole on the wire, but its JSON ends too early. */
function withoutEnd(reply: Reply): Reply {
  const body = reply.body.subarray(0, Math.max(0, reply.body.byteLength - 1));
  const others = reply.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...reply, body, headers: [...others, ['content-length', String(body.byteLength)]] };
}
