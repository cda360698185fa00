import type { Call, Lost, Reply, Transport } from '../../src/wire/exchange.ts';

/** The road of one run to its target: shares what was sent before. */
export type Wire = {
  readonly send: (call: Call, afresh: boolean) => Promise<Reply | Lost>;
  /** A road to the same target that shares nothing with this one. */
  readonly anew: () => Wire;
};

/**
 * Puts a memo above a transport: equal calls share one exchange.
 * Each call sits above the mutant, so a fault is seen as often as its replies are.
 */
export function createWire(transport: Transport): Wire {
  const shared = new Map<string, Promise<Reply | Lost>>();
  return {
    send: (call, afresh) => {
      if (afresh) return transport(call);
      const key = keyOf(call);
      const known = shared.get(key) ?? transport(call);
      shared.set(key, known);
      return known;
    },
    anew: () => createWire(transport),
  };
}

/** Two calls with the same key are equal. */
export const keyOf = ({ method, target, headers, body }: Call): string =>
  JSON.stringify([method, target, headers, body ? Buffer.from(body).toString('latin1') : null]);
