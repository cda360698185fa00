import type { Call, Mutant } from '../../src/wire/exchange.ts';
import { relist } from './listing.ts';

/** Reverses a listing whenever the same call comes for the second, fourth, sixth time. */
export const reverseEverySecond: Mutant = (next) => {
  const seen = new Map<string, number>();
  const reversed = relist((whole) => whole.toReversed())(next);
  return (call) => {
    const times = (seen.get(call.target) ?? 0) + 1;
    seen.set(call.target, times);
    return times % 2 === 0 ? reversed(call) : next(call);
  };
};

/** Puts a fault in front of every seventh call of those chosen. */
export const everySeventh =
  (chosen: (call: Call) => boolean, fault: Mutant): Mutant =>
  (next) => {
    let calls = 0;
    const faulty = fault(next);
    return (call) => {
      if (chosen(call)) calls += 1;
      return chosen(call) && calls % 7 === 0 ? faulty(call) : next(call);
    };
  };
