import type { Verdict } from '../engine/verdict.ts';
import type { Finding, Report } from './report.ts';

/** How a finding stands in the end: a verdict, unless its failure turns nothing. */
export type Standing = Verdict | 'warning' | 'waived';

/** Every standing, the most pressing first. */
export const standings = [
  'fail',
  'error',
  'waived',
  'warning',
  'inconclusive',
  'unexercised',
  'skipped',
  'pass',
] as const satisfies readonly Standing[];

/** How a finding stands. */
export const standingOf = ({ verdict, warning, waived }: Finding): Standing =>
  verdict === 'fail' && waived ? 'waived' : warning ? 'warning' : verdict;

/** Whether a finding can turn the headline: a broken or open `should` alone does not, nor does what is waived. */
export const isDecisive = (
  { level, rule, waived }: Pick<Finding, 'level' | 'rule' | 'waived'>,
  { strict, required = [] }: Pick<Report, 'strict' | 'required'>,
): boolean => !waived && (level === 'must' || strict || required.includes(rule));

/** The findings that stand so. */
export const thatAre = (standing: Standing, findings: readonly Finding[]): Finding[] =>
  findings.filter((finding) => standingOf(finding) === standing);
