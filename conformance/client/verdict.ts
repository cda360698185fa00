import { printNames } from '../core/print.ts';
import { counted } from '../report/text/words.ts';
import type { ClientReport, FaultySent, Tried } from './client-report.ts';

/** What a verdict depends on. */
type Judged = Pick<ClientReport, 'variations' | 'resilience' | 'sent' | 'strict' | 'baseline'> & {
  /** Whether only some variations were asked for. */
  readonly isPart: boolean;
  /** Why the run was over before its end, if it was. */
  readonly stopped: string | undefined;
};

type Verdict = Pick<ClientReport, 'verdict' | 'why' | 'exitCode'>;

/** Draws a run together: resilience and what breaks a `should` only warns, unless it is strict. */
export function verdictOf(judged: Judged): Verdict {
  const { variations, resilience, sent, strict, baseline, isPart, stopped } = judged;
  const counting = strict ? [...variations, ...resilience] : variations;
  const broken = counting.filter(({ outcome }) => outcome === 'fail');
  const faulty = sent.filter((fault) => countsIn(fault, { strict }));
  const passed = counting.filter(({ outcome }) => outcome === 'pass');
  const warnings = strict
    ? 0
    : resilience.filter(({ outcome }) => outcome === 'fail').length + (sent.length - faulty.length);
  const intermittent = [...variations, ...resilience].filter(({ outcome }) => outcome === 'intermittent');
  const notes = [
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(intermittent.length > 0 ? [`${intermittent.length} intermittent`] : []),
  ];
  const say = (verdict: Verdict['verdict'], why: string, exitCode: Verdict['exitCode']): Verdict => ({
    verdict,
    why: [why, ...notes].join(verdict === 'violates' ? '; ' : ', '),
    exitCode,
  });
  const faults = [
    ...(broken.length > 0 ? [dependences(broken)] : []),
    ...(faulty.length > 0
      ? [
          `${counted(faulty.length, 'fault')} in its requests: ${printNames(
            faulty.map(({ clause }) => clause),
            3,
          )}`,
        ]
      : []),
  ];
  if (faults.length > 0) return say('violates', faults.join('; '), 1);
  if (baseline.failures > 0)
    return say(
      'undetermined',
      `the command is flaky: with the default options it failed ${baseline.failures} of ${baseline.tries} times`,
      3,
    );
  const open = counting.find(({ outcome }) => outcome === 'not run');
  if (open) return say('undetermined', `${open.id} was not run: ${open.how}`, 3);
  if (stopped !== undefined && counting.length === 0)
    return say('undetermined', `${stopped} before the command passed with the default options`, 3);
  if (counting.length === 0) return say('undetermined', 'no variation changes a response to this client', 3);
  if (passed.length === 0) return say('undetermined', 'no variation passed', 3);
  const rejected = sent.reduce((sum, { kind, count }) => sum + (kind === 'rejected' ? count : 0), 0);
  const valid = rejected === 0 ? `, ${counted(baseline.requests, 'request')} valid` : '';
  return say(
    isPart ? 'passes' : 'conforms',
    `${passed.length} of ${counting.length} ${counting.length === 1 ? 'variation' : 'variations'} passed${valid}`,
    0,
  );
}

/** Whether a faulty request turns the verdict: one that breaks a `should` only warns, unless the run is strict. */
export const countsIn = ({ level }: FaultySent, { strict }: Pick<ClientReport, 'strict'>): boolean =>
  strict || level !== 'should';

/** The choices that a client depends on, each once. */
function dependences(broken: readonly Tried[]): string {
  const names = [
    ...new Set(broken.map(({ answers }) => answers.map(({ question }) => question).join(' with '))),
  ];
  return `depends on ${counted(names.length, 'choice')}: ${printNames(names, 3)}`;
}
