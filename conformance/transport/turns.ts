import { setImmediate } from 'node:timers/promises';
import { isLost, type Transport } from '../../src/http/exchange.ts';

/** Bodies up to this length are read in no time, in bytes. */
const shortBody = 65_536;

/** Lets what waits have its turn: signals, timers, connections. Work that a target can make long is done in pieces, with a turn of others in between. */
export const turnOfOthers = (): Promise<void> => setImmediate();

/** How long work may take before others have their turn, in milliseconds. */
const longestWork = 20;

/** Begins long work. What it returns is awaited between the pieces, and gives others their turn once it has taken a while. */
export function beginLongWork(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longestWork) return undefined;
    return turnOfOthers().then(() => {
      since = performance.now();
    });
  };
}

/** A transport that gives long responses one at a time, with a turn of others before each: what a response leads to is done at once. */
export function oneAtATime(next: Transport): Transport {
  let last: Promise<void> = Promise.resolve();
  return async (call) => {
    const reply = await next(call);
    if (isLost(reply) || reply.body.byteLength <= shortBody) return reply;
    last = last.then(turnOfOthers);
    await last;
    return reply;
  };
}
