import type { Call, Lost, Reply, Transport } from '../../src/wire/exchange.ts';

/** The road of one run to its target: counts, and shares what was sent before. */
export type Wire = {
  readonly send: (call: Call, afresh: boolean) => Promise<Reply | Lost>;
  /** How many calls really went out. */
  readonly sent: () => number;
  /** A road to the same target that shares nothing with this one. */
  readonly anew: () => Wire;
};

/**
 * Puts a memo above a transport: equal calls share one exchange.
 * Each call sits above the mutant, so a fault is seen as often as its replies are.
 */
export function createWire(transport: Transport, counter = { calls: 0 }): Wire {
  const shared = new Map<string, Promise<Reply | Lost>>();
  const go = (call: Call): Promise<Reply | Lost> => {
    counter.calls += 1;
    return transport(call);
  };
  return {
    send: (call, afresh) => {
      if (afresh) return go(call);
      const key = keyOf(call);
      const known = shared.get(key) ?? go(call);
      shared.set(key, known);
      return known;
    },
    sent: () => counter.calls,
    anew: () => createWire(transport, counter),
  };
}

const keyOf = ({ method, target, headers, body }: Call): string =>
  JSON.stringify([method, target, headers, body ? Buffer.from(body).toString('latin1') : null]);
