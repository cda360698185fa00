import { setImmediate } from 'node:timers/promises';
import { isLost, type Transport } from '../../src/http/exchange.ts';

/** Bodies up to this size, in bytes, are read at once. */
const shortBody = 65_536;

/** Lets signals, timers and connections run; long work is done in pieces between turns. */
export const turnOfOthers = (): Promise<void> => setImmediate();

/** In milliseconds. */
const longestWork = 20;

export function beginLongWork(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longestWork) return undefined;
    return turnOfOthers().then(() => {
      since = performance.now();
    });
  };
}

/** Returns long responses one at a time, since each is judged at once. */
export function oneAtATime(next: Transport): Transport {
  let last: Promise<void> = Promise.resolve();
  return async (request) => {
    const response = await next(request);
    if (isLost(response) || response.body.byteLength <= shortBody) return response;
    last = last.then(turnOfOthers);
    await last;
    return response;
  };
}
