import { setTimeout } from 'node:timers/promises';
import type { Lost, OptionRemedy, Reply, Transport } from '../../src/http/exchange.ts';
import type { Cause } from '../core/verdict.ts';

/** Why a run ends early, and how what it did not reach is judged. */
export type Halt = {
  readonly verdict: 'inconclusive' | 'skipped';
  readonly why: string;
  readonly cause: Cause & { readonly kind: 'ended' };
  /** What the operator could add so that more is reached. */
  readonly remedy?: OptionRemedy;
};

/** A halt as it is told of what was not reached. */
export const wordsOfHalt = ({ verdict, why, cause, remedy }: Halt): Halt => ({
  verdict,
  why,
  cause,
  ...(remedy === undefined ? {} : { remedy }),
});

/** The halt of a run that `--bail` ends. */
export const bailed: Halt = {
  verdict: 'skipped',
  why: '--bail ended the run at the first broken rule',
  cause: { kind: 'ended', by: 'bail' },
};

/** Ends a run early. */
export type HaltSwitch = {
  /** The first halt counts. */
  readonly halt: (halt: Halt) => void;
  /** The halt, when it came, on the clock of `performance.now()`, and what came of each call that it cut off. */
  readonly halted: () => (Halt & { readonly at: number; readonly cutOff: Lost }) | undefined;
  /** A transport that sends nothing after the halt, and waits for nothing that is under way then. */
  readonly over: (next: Transport) => Transport;
  /** Waits for so many milliseconds, or until the halt. */
  readonly pause: (milliseconds: number) => Promise<void>;
};

/** Makes the switch of one run. */
export function createHaltSwitch(): HaltSwitch {
  let halt: ReturnType<HaltSwitch['halted']>;
  /** How what is under way is ended. Each is forgotten with its call, and its response with it. */
  const underWay = new Set<(lost: Lost) => void>();
  const pauses = new AbortController();
  const over =
    (next: Transport): Transport =>
    async (call) => {
      if (halt) return halt.cutOff;
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
      const cutOff = unsent(given.why, given.remedy);
      halt = { ...given, at: performance.now(), cutOff };
      for (const end of underWay) end(cutOff);
      pauses.abort();
    },
    halted: () => halt,
    over,
    pause: (milliseconds) =>
      setTimeout(milliseconds, undefined, { signal: pauses.signal }).catch(() => undefined),
  };
}

/** A call that is held back on our side. */
export const unsent = (detail: string, remedy?: OptionRemedy): Lost => ({
  lost: 'unsent',
  detail,
  ...(remedy === undefined ? {} : { remedy }),
  ms: 0,
});
