import { pathIn } from '../../src/http/exchange.ts';
import { printNames } from '../../src/print.ts';
import { counted } from '../../src/words.ts';
import { type ClientReport, type FaultySent, isDependence, type Tried } from './client-report.ts';

type Judged = Pick<ClientReport, 'variations' | 'resilience' | 'sent' | 'strict' | 'baseline'> & {
  readonly isPart: boolean;
  readonly hasMore: boolean;
  readonly stopped: string | undefined;
};

type ClientVerdict = Pick<ClientReport, 'verdict' | 'why' | 'exitCode'>;

/** Draws a run together: a failure of resilience only warns, unless it is strict. */
export function clientVerdictOf(judged: Judged): ClientVerdict {
  const { variations, resilience, sent, strict, baseline, isPart, hasMore, stopped } = judged;
  const counting = strict ? [...variations, ...resilience] : variations;
  const broken = counting.filter(isDependence);
  const rejected = sent.filter(({ kind }) => kind === 'rejected');
  const unknown = sent.reduce((sum, { kind, count }) => sum + (kind === 'unknown' ? count : 0), 0);
  const tolerated = sent.filter(({ kind }) => kind === 'tolerated');
  const passed = counting.filter(({ outcome }) => outcome === 'pass');
  const failedQuietly = strict ? [] : resilience.filter(({ outcome }) => outcome === 'fail');
  const warnings = failedQuietly.length + sent.filter((fault) => !countsIn(fault)).length;
  const intermittent = [...variations, ...resilience].filter(({ outcome }) => outcome === 'intermittent');
  const notes = [
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(intermittent.length > 0 ? [`${intermittent.length} intermittent`] : []),
  ];
  const say = (
    verdict: ClientVerdict['verdict'],
    why: string,
    exitCode: ClientVerdict['exitCode'],
  ): ClientVerdict => ({
    verdict,
    why: [why, ...notes].join(exitCode === 1 ? '; ' : ', '),
    exitCode,
  });
  const faults = [
    ...(baseline.failed && rejected.length > 0 ? [baseline.failed.how] : []),
    ...(rejected.length > 0
      ? [
          `${rejectedCount(baseline.rejected - unknown, rejected)}: ${printNames([...new Set(rejected.map(nameOfSent))], 3)}`,
        ]
      : []),
    ...(broken.length + tolerated.length > 0
      ? [`${rejected.length > 0 ? 'depends ' : ''}${wordsOfDependences(broken, tolerated)}`]
      : []),
    ...(baseline.failed && rejected.length === 0 && broken.length + tolerated.length > 0
      ? [baseline.failed.how]
      : []),
  ];
  if (faults.length > 0) return say(rejected.length > 0 ? 'violates' : 'depends', faults.join('; '), 1);
  const isFlaky = baseline.failures > 0 && (!baseline.failed || baseline.failures < baseline.tries);
  if (baseline.failed && !isFlaky) return say('undetermined', baseline.failed.how, 3);
  if (isFlaky)
    return say(
      'undetermined',
      `the command is flaky: with the default options it failed ${baseline.failures} of ${baseline.tries} times`,
      3,
    );
  const open = counting.find(({ outcome }) => outcome === 'not run');
  if (open) return say('undetermined', `${open.id} was not run: ${open.how}`, 3);
  if (stopped !== undefined && counting.length === 0)
    return say('undetermined', `${stopped} before the command passed with the default options`, 3);
  if (counting.length === 0 && !hasMore)
    return say('undetermined', 'no variation changes a response to this client', 3);
  if (passed.length === 0 && counting.length > 0) return say('undetermined', 'no variation passed', 3);
  const { requests, rejectedAsExpected } = baseline;
  const valid = [
    counted(requests - rejectedAsExpected - baseline.rejected, 'valid request'),
    ...(rejectedAsExpected > 0 ? [`${rejectedAsExpected} rejected as expected`] : []),
  ].join(', ');
  return say(
    isPart ? 'passes' : 'conforms',
    `${passed.length} of ${counting.length} ${counting.length === 1 ? 'variation' : 'variations'} passed, ${valid}`,
    0,
  );
}

/** Whether a request decides the verdict. An expectation that was not met, and a request for something unknown, are warnings. */
export const countsIn = ({ kind }: FaultySent): boolean => kind === 'rejected' || kind === 'tolerated';

/** Requests that were rejected in the baseline, and in variations only. */
function rejectedCount(inBaseline: number, rejected: readonly FaultySent[]): string {
  if (inBaseline > 0) return `${counted(inBaseline, 'request')} rejected`;
  return `${counted(rejected.length, 'request')} rejected in variations`;
}

/** The name of what is wrong with a request: a choice, a clause, or the request itself. */
export const nameOfSent = ({ kind, choice, clause, request }: FaultySent): string =>
  (kind === 'tolerated' ? choice : clause) ?? `${request.method} ${pathIn(request.target)}`;

function wordsOfDependences(broken: readonly Tried[], tolerated: readonly FaultySent[]): string {
  const names = [
    ...new Set([
      ...broken.map(({ options }) => options.map(({ question }) => question).join(' with ')),
      ...tolerated.map(({ choice = '' }) => choice.split('=')[0] ?? ''),
    ]),
  ];
  return `on ${counted(names.length, 'choice')}: ${printNames(names, 3)}`;
}
