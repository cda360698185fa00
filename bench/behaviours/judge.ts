import type { Outcome } from '../independent/record.ts';
import type { Behaviour, Exception } from './behaviour.ts';

/** One check of a server with a behaviour. */
export type Run = Outcome & {
  readonly topic: string;
  readonly name: string;
  /** Which check of the same server this is, from 1. */
  readonly run: number;
  readonly code: number | null;
};

/** Whether a run ended as it should; else whether that is known, and why. */
export type Judged = Run & {
  readonly ended: 'as it should' | 'as known' | 'false positive' | 'without a verdict';
  readonly because?: string;
};

export function judge(run: Run, { undetermined, falsePositive }: Behaviour): Judged {
  const known = (exception: Exception | undefined, wrong: 'false positive' | 'without a verdict'): Judged =>
    exception && run.run >= (exception.fromRun ?? 1)
      ? { ...run, ended: 'as known', because: exception.because }
      : { ...run, ended: wrong };
  if (run.verdict === 'conforms') return { ...run, ended: 'as it should' };
  if (run.verdict === 'violates') return known(falsePositive, 'false positive');
  return known(run.verdict === 'undetermined' ? undetermined : undefined, 'without a verdict');
}
