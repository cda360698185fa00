import { setTimeout } from 'node:timers/promises';
import type { Lost, Reply, Transport } from '../../src/http/exchange.ts';

/** Why a run ends early, and how what it did not reach is judged. */
export type Halt = {
  readonly verdict: 'inconclusive' | 'skipped';
  readonly why: string;
  /** What the operator could say so that more is reached. */
  readonly remedy?: string;
};

/** A halt as it is told of what was not reached. */
export const wordsOfHalt = ({ verdict, why, remedy }: Halt): Halt => ({
  verdict,
  why,
  ...(remedy === undefined ? {} : { remedy }),
});

/** Ends a run early. */
export type HaltSwitch = {
  /** The first halt counts. */
  readonly halt: (halt: Halt) => void;
  /** The halt, and when it came, on the clock of `performance.now()`. */
  readonly halted: () => (Halt & { readonly at: number }) | undefined;
  /** A transport that sends nothing after the halt, and waits for nothing that is under way then. */
  readonly over: (next: Transport) => Transport;
  /** Waits for so many milliseconds, or until the halt. */
  readonly pause: (milliseconds: number) => Promise<void>;
};

/** Why rules do not run after `--bail`. */
export const whyBailed = '--bail ended the run at the first broken rule';

/** Makes the switch of one run. */
export function createHaltSwitch(): HaltSwitch {
  let halt: (Halt & { readonly at: number }) | undefined;
  /** How what is under way is ended. Each is forgotten with its call, and its response with it. */
  const underWay = new Set<(lost: Lost) => void>();
  const pauses = new AbortController();
  const over =
    (next: Transport): Transport =>
    async (call) => {
      if (halt) return unsent(halt.why, halt.remedy);
      const ended = Promise.withResolvers<Reply | Lost>();
      underWay.add(ended.resolve);
      next(call)
        .then(ended.resolve, ended.reject)
        .finally(() => underWay.delete(ended.resolve));
      return ended.promise;
    };
  return {
    halt: (given) => {
      if (halt) return;
      halt = { ...given, at: performance.now() };
      for (const end of underWay) end(unsent(given.why, given.remedy));
      pauses.abort();
    },
    halted: () => halt,
    over,
    pause: (milliseconds) =>
      setTimeout(milliseconds, undefined, { signal: pauses.signal }).catch(() => undefined),
  };
}

/** A call that is held back on our side. */
export const unsent = (detail: string, remedy?: string): Lost => ({
  lost: 'unsent',
  detail,
  ...(remedy === undefined ? {} : { remedy }),
  ms: 0,
});
