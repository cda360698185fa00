import type { Transport } from '../../src/wire/exchange.ts';
import type { Brake } from './brake.ts';

/** A transport through which no more calls go than so many a second, evenly spread. */
export function paced(next: Transport, perSecond: number, pause: Brake['pause']): Transport {
  let free = 0;
  return async (call) => {
    const now = performance.now();
    const turn = Math.max(now, free);
    free = turn + 1000 / perSecond;
    if (turn > now) await pause(turn - now);
    return next(call);
  };
}
