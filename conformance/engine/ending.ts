import { setTimeout as wait } from 'node:timers/promises';
import type { HttpRequest, HttpResponse, Lost, OptionRemedy, Transport } from '../../src/http/exchange.ts';
import { details, unsent } from '../core/lost-details.ts';
import type { Explanation } from '../core/verdict.ts';
import { longestBudget } from './option-defaults.ts';

/** Why a run ends early, and the verdict of rules that it did not reach. */
type Halt = {
  readonly verdict: 'inconclusive' | 'skipped';
  /** What is said of requests that it interrupted. */
  readonly why: string;
  readonly by: Extract<Explanation, { kind: 'ended' }>['by'];
  readonly remedy?: OptionRemedy;
};

/** The reason of rules that a run did not reach. */
export const outcomeOfHalt = ({ verdict, why: detail, by, remedy }: Halt) => ({
  verdict,
  why: { kind: 'ended', by, detail } as const,
  ...(remedy === undefined ? {} : { remedy }),
});

export const bailed: Halt = {
  verdict: 'skipped',
  why: details.bail,
  by: 'bail',
};

export type HaltSwitch = {
  readonly halt: (halt: Halt) => void;
  /** The halt, its time by `performance.now()`, and the result of interrupted requests. */
  readonly halted: () => (Halt & { readonly at: number; readonly cutOff: Lost }) | undefined;
  /** Sends nothing after the halt, and waits for no response then. */
  readonly over: <Request extends HttpRequest>(next: Transport<Request>) => Transport<Request>;
  readonly pause: (milliseconds: number) => Promise<void>;
};

export function createHaltSwitch(): HaltSwitch {
  let halt: ReturnType<HaltSwitch['halted']>;
  /** Ends pending requests. Each is forgotten with its response. */
  const pending = new Set<(lost: Lost) => void>();
  const pauses = new AbortController();
  const over =
    <Request extends HttpRequest>(next: Transport<Request>): Transport<Request> =>
    async (request) => {
      if (halt) return halt.cutOff;
      const ended = Promise.withResolvers<HttpResponse | Lost>();
      pending.add(ended.resolve);
      next(request)
        .then(ended.resolve, ended.reject)
        .finally(() => pending.delete(ended.resolve));
      return ended.promise;
    };
  return {
    halt: (given) => {
      if (halt) return;
      const cutOff = unsent(given.why, given.remedy);
      halt = { ...given, at: performance.now(), cutOff };
      for (const end of pending) end(cutOff);
      pauses.abort();
    },
    halted: () => halt,
    over,
    pause: (milliseconds) => wait(milliseconds, undefined, { signal: pauses.signal }).catch(() => undefined),
  };
}

export type Ending = {
  /** Milliseconds for the whole run; what is not reached is inconclusive. By default ten minutes. */
  readonly budget?: number;
  readonly since?: number;
  /** Interrupts the run: the report contains what was found so far. */
  readonly signal?: AbortSignal;
};

/** How long an ended run may still judge and prepare bodies, in milliseconds; reports are written after that. */
export const timeToEnd = 700;

export function endEarly(run: HaltSwitch, { budget, since = performance.now(), signal }: Ending): Disposable {
  const seconds = Math.ceil((budget ?? 0) / 1000);
  const spent: Omit<Halt, 'verdict'> = {
    why: details.budget(seconds),
    by: 'budget',
    remedy: { kind: 'option', option: '--budget', value: `${Math.min(2 * seconds, longestBudget)}` },
  };
  const end = (halt: Omit<Halt, 'verdict'>) => (): void => run.halt({ verdict: 'inconclusive', ...halt });
  const left = Math.max(1, (budget ?? 0) - (performance.now() - since));
  const timer = budget === undefined ? undefined : setTimeout(end(spent), left);
  const interrupt = end({ why: details.interrupt, by: 'interrupt' });
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
    },
  };
}
