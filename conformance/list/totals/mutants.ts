import type { Call, Mutant } from '../../../src/http/exchange.ts';
import { changeTotal, hasCurated, relist, rotate } from '../mutants.ts';

/** Reverses a listing without curated products whenever the same call comes for the second, fourth, sixth time. */
export const reverseEverySecond: Mutant = (next, contract) => {
  const seen = new Map<string, number>();
  const reversed = relist((whole) => (hasCurated(whole) ? whole : whole.toReversed()))(next, contract);
  return (call) => {
    const times = (seen.get(call.target) ?? 0) + 1;
    seen.set(call.target, times);
    return times % 2 === 0 ? reversed(call) : next(call);
  };
};

/** Shows of each node the total that was shown first, whatever is asked for. */
export const keepFirstTotal: Mutant = (next, contract) => {
  const first = new Map<string, number>();
  return changeTotal((total, { path }) => {
    if (!first.has(path)) first.set(path, total);
    return first.get(path) ?? total;
  })(next, contract);
};

/** Begins a listing without curated products with another product whenever it is asked for. */
export const rotateEachTime: Mutant = (next, contract) => {
  let calls = 0;
  return (call) => {
    calls += 1;
    const by = calls;
    const arrange = relist((whole) => (hasCurated(whole) ? whole : rotate(whole, by % (whole.length || 1))));
    return arrange(next, contract)(call);
  };
};

/** Puts a fault in front of every seventh call of those chosen. */
export const everySeventh =
  (chosen: (call: Call) => boolean, fault: Mutant): Mutant =>
  (next, contract) => {
    let calls = 0;
    const faulty = fault(next, contract);
    return (call) => {
      if (chosen(call)) calls += 1;
      return chosen(call) && calls % 7 === 0 ? faulty(call) : next(call);
    };
  };
