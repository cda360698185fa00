import { operationIds } from '../../src/contract/contract.ts';
import { isBinding, type Verdict } from '../core/verdict.ts';
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
  'untested',
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
): boolean => !waived && (isBinding(level) || strict || required.includes(rule));

/** The findings that stand so. */
export const thatAre = (standing: Standing, findings: readonly Finding[]): Finding[] =>
  findings.filter((finding) => standingOf(finding) === standing);

/** How the test of a rule ends. */
export type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped';

/**
 * How the test of a rule ends, in any runner or file: one fault is one red test. What was not judged because
 * another rule fails is skipped, and so is what is open but turns nothing; a warning passes.
 */
export function testOutcomeOf(
  finding: Pick<Finding, 'level' | 'rule' | 'verdict' | 'waived' | 'because'>,
  terms: Pick<Report, 'strict' | 'required'>,
): TestOutcome {
  const { verdict, waived, because } = finding;
  if (verdict === 'pass') return 'passed';
  if (verdict === 'error') return 'error';
  if (verdict === 'fail') return waived ? 'skipped' : isDecisive(finding, terms) ? 'failed' : 'passed';
  return verdict === 'inconclusive' && because === undefined && isDecisive(finding, terms)
    ? 'error'
    : 'skipped';
}

/** What the findings of house rules are told under, apart from those of the interface. */
export const houseTitle = 'house rules';
/** What the findings of choices are told under that the operator pinned. */
export const pinnedTitle = 'pinned choices';

/** Under what a finding is told: its operation, or what it is of that says nothing of the interface. */
export function groupOf({ operation, house }: Pick<Finding, 'operation' | 'house'>): string {
  if (house) return houseTitle;
  return operation === 'choice' ? pinnedTitle : operation;
}

/** Findings by operation, those that say nothing of the interface last; groups without any are left out. */
export function groupsOf<T extends Pick<Finding, 'operation' | 'house'>>(
  findings: readonly T[],
): (readonly [name: string, own: readonly T[]])[] {
  const groups = Map.groupBy(findings, groupOf);
  return [...operationIds, pinnedTitle, houseTitle].flatMap((name) => {
    const own = groups.get(name);
    return own ? [[name, own] as const] : [];
  });
}
