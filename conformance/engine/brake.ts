import { setTimeout } from 'node:timers/promises';
import type { Lost, Transport } from '../../src/wire/exchange.ts';

/** Why a run ends before its end, and how what it did not reach is judged. */
export type Halt = {
  readonly verdict: 'inconclusive' | 'skipped';
  readonly why: string;
  /** What the operator could say so that more is reached. */
  readonly remedy?: string;
};

/** Ends a run before its end. */
export type Brake = {
  /** The first halt stands. */
  readonly halt: (halt: Halt) => void;
  readonly halted: () => Halt | undefined;
  /** A transport that lets nothing through after the halt, and waits for nothing that is under way then. */
  readonly over: (next: Transport) => Transport;
  /** Waits for so many milliseconds, or until the halt. */
  readonly pause: (milliseconds: number) => Promise<void>;
};

/** Why rules do not run after `--bail`. */
export const whyBailed = '--bail ended the run at the first broken rule';

/** Makes the brake of one run. What the operator chose to leave out (`skipped`) lets rules under way finish. */
export function createBrake(): Brake {
  let halt: Halt | undefined;
  const released = Promise.withResolvers<Lost>();
  const pauses = new AbortController();
  const over =
    (next: Transport): Transport =>
    async (call) => {
      if (halt?.verdict === 'inconclusive') return released.promise;
      return Promise.race([next(call), released.promise]);
    };
  return {
    halt: (given) => {
      halt ??= given;
      if (halt.verdict !== 'inconclusive') return;
      released.resolve(unsent(halt.why, halt.remedy));
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
