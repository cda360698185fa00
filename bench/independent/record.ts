import type { Checked, RuleResult } from './check.ts';
import type { Job } from './jobs.ts';

/** What assay says of one rule. */
export type Finding = { readonly rule: string; readonly says: string };

/** One check of one server. */
export type Run = Job & Outcome;

/** What came of a check. */
export type Outcome = {
  /** The verdict; `none` where the check came to no report. */
  readonly verdict: string;
  readonly why: string;
  /** Rules of level must that are broken. */
  readonly broken: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly inconclusive: readonly Finding[];
  readonly requests: number;
  readonly seconds: number;
};

/** What is kept of a check. Nothing is kept that tells where on which machine it ran. */
export function runOf<J>(job: J, { report, output, isLate, ms }: Checked, folder: string): J & Outcome {
  const seconds = Math.round(ms / 100) / 10;
  const plain = (text: string): string => cut(text.replaceAll(`${folder}/`, ''));
  if (!report) {
    const why = isLate ? 'the check took too long' : plain(output.trim().slice(-400));
    return { ...job, verdict: 'none', why, broken: [], warnings: [], inconclusive: [], requests: 0, seconds };
  }
  const findings = (select: (result: RuleResult) => boolean): Finding[] =>
    report.results.filter(select).map((result) => ({ rule: result.rule, says: plain(sentence(result)) }));
  const isWarning = ({ warning, level }: RuleResult): boolean => warning === true || level !== 'must';
  return {
    ...job,
    verdict: report.verdict,
    why: plain(report.why),
    broken: findings((result) => result.verdict === 'fail' && !isWarning(result)),
    warnings: findings((result) => result.verdict === 'fail' && isWarning(result)),
    inconclusive: findings(({ verdict }) => verdict === 'inconclusive' || verdict === 'error'),
    requests: report.requests,
    seconds,
  };
}

function sentence({ title, why, expected, saw }: RuleResult): string {
  if (expected !== undefined && saw !== undefined) return `expected: ${expected}; saw: ${saw}`;
  return why ?? title;
}

const longest = 300;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
