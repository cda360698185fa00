import { longestBudget } from './bounds.ts';
import type { Halt, HaltSwitch } from './halt.ts';

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
