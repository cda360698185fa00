import { isLost, type Lost, type Reply, type Transport } from '../../src/wire/exchange.ts';
import { unsent } from './brake.ts';

/** How many records a run may leave behind where nobody says otherwise. */
export const usualMaxWrites = 200;

/** Methods that leave nothing behind. */
const harmless = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A transport that leaves at most so many records behind. A call that may leave one takes a place, and gives it back
 * where the target refused; without a place, it waits for those under way, and is then held back.
 */
export function allowing(next: Transport, most: number): Transport {
  let places = most;
  let underway = 0;
  const waiting: (() => void)[] = [];
  return async (call) => {
    if (harmless.includes(call.method)) return next(call);
    while (places === 0 && underway > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    if (places === 0) {
      const why = `this run may leave no more than ${most} ${most === 1 ? 'record' : 'records'} behind`;
      return unsent(why, `--max-writes ${Math.max(2 * most, usualMaxWrites)}`);
    }
    places -= 1;
    underway += 1;
    const reply = await next(call);
    underway -= 1;
    if (leavesNothing(reply)) places += 1;
    for (const wake of waiting.splice(0)) wake();
    return reply;
  };
}

/** Only a refusal, or a call that never went out, is sure to leave nothing behind. */
const leavesNothing = (reply: Reply | Lost): boolean =>
  isLost(reply)
    ? reply.lost === 'unsent' || reply.lost === 'refused'
    : reply.status >= 400 && reply.status <= 499;
