import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { isLost, type Lost, type OptionRemedy, type Reply, type Transport } from '../../src/http/exchange.ts';
import type { Cause } from '../core/verdict.ts';

/** What may be asked of one run at the most, so that no remedy names more: milliseconds, seconds, and requests. */
export const longestTimeout = 600_000;
export const longestBudget = 86_400;
export const mostWrites = 1_000_000;

/** How long a run may take by default, in seconds, so that a job in CI never hangs. */
export const defaultBudget = 600;

/** Why a run ends early, and how what it did not reach is judged. */
type Halt = {
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
    pause: (milliseconds) => wait(milliseconds, undefined, { signal: pauses.signal }).catch(() => undefined),
  };
}

/** A call that is held back on our side. */
export const unsent = (detail: string, remedy?: OptionRemedy): Lost => ({
  lost: 'unsent',
  detail,
  ...(remedy === undefined ? {} : { remedy }),
  ms: 0,
});

/** What ends a run early. */
export type Ending = {
  /** The whole run ends by then, in milliseconds; what was not reached is inconclusive. By default ten minutes. */
  readonly budget?: number;
  /** The moment from which the budget is counted, by `performance.now()`; by default, the beginning of the check. */
  readonly since?: number;
  /** Interrupts the run: the report tells what was found so far. */
  readonly signal?: AbortSignal;
};

/** How long a run that had to end may still judge, and make bodies ready to be shown, in milliseconds; the reports are written after that. */
export const timeToEnd = 700;

/** Why rules are not reached after an interrupt. */
export const whyInterrupted = 'the run was interrupted';

/** Ends a run when its budget is spent, or when it is interrupted; until disposed of. */
export function endEarly(run: HaltSwitch, { budget, since = performance.now(), signal }: Ending): Disposable {
  const seconds = Math.ceil((budget ?? 0) / 1000);
  const spent: Omit<Halt, 'verdict'> = {
    why: `the budget of ${seconds} s is spent`,
    cause: { kind: 'ended', by: 'budget' },
    remedy: { kind: 'option', option: '--budget', value: `${Math.min(2 * seconds, longestBudget)}` },
  };
  const end = (halt: Omit<Halt, 'verdict'>) => (): void => run.halt({ verdict: 'inconclusive', ...halt });
  const left = Math.max(1, (budget ?? 0) - (performance.now() - since));
  const timer = budget === undefined ? undefined : setTimeout(end(spent), left);
  const interrupt = end({ why: whyInterrupted, cause: { kind: 'ended', by: 'interrupt' } });
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
    },
  };
}

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
