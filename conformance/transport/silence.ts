import { type Call, isLost, type Transport } from '../../src/http/exchange.ts';
import { unsent } from './halt.ts';

/** How many requests of a kind may get no response in time, one after the other, until no more of them are sent. */
export const mostSilent = 40;

/**
 * A transport that gives up on a target that responds no more: waiting for every request of a run would take as many time-outs
 * as there are requests.
 */
export function untilSilent(next: Transport): Transport {
  const silent = new Map<string, number>();
  return async (call) => {
    const kind = kindOf(call);
    if ((silent.get(kind) ?? 0) >= mostSilent)
      return unsent(`the last ${mostSilent} requests of this kind got no response in time`);
    const reply = await next(call);
    if (!isLost(reply)) silent.delete(kind);
    else if (reply.lost === 'timeout') silent.set(kind, (silent.get(kind) ?? 0) + 1);
    return reply;
  };
}

/** What requests have in common that are served by the same part of a target: the end of the path, after all ids. */
const kindOf = ({ method, target }: Call): string => `${method} ${target.split('?')[0]?.split('/').at(-1)}`;
