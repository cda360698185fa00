import type { Source, Verdict } from '../core/verdict.ts';
import { type CountingTerms, isCounted } from '../engine/exit-code.ts';
import type { Finding } from './report.ts';

/** The result of a finding: its verdict, or `warning` or `waived` if its failure does not change that of the report. */
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

export const standingOf = ({ verdict, warning, waived }: Finding): Standing =>
  verdict === 'fail' && waived ? 'waived' : warning ? 'warning' : verdict;

export const thatAre = (standing: Standing, findings: readonly Finding[]): Finding[] =>
  findings.filter((finding) => standingOf(finding) === standing);

type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped';

/**
 * How the test of a rule ends, in any runner or file: one fault is one red test. What was not judged because
 * another rule fails is skipped, and so is what is open but turns nothing; a warning passes.
 */
export function testOutcomeOf(
  finding: Pick<Finding, 'level' | 'rule' | 'verdict' | 'waived'>,
  terms: CountingTerms,
): TestOutcome {
  const { verdict, waived } = finding;
  if (verdict === 'pass') return 'passed';
  if (verdict === 'error') return 'error';
  if (verdict === 'fail') return waived ? 'skipped' : isCounted(finding, terms) ? 'failed' : 'passed';
  return verdict === 'inconclusive' && isCounted(finding, terms) ? 'error' : 'skipped';
}

export const titlesOfOthers: Readonly<Record<Exclude<Source, 'contract'>, string>> = {
  pin: 'pinned choices',
  house: 'house rules',
};

/** The group of a finding: its operation, or its source if that is not the contract. */
export const findingGroup = ({ operation, source }: Pick<Finding, 'operation' | 'source'>): string =>
  source === 'contract' ? (operation ?? '') : titlesOfOthers[source];

/** Findings by operation, then those of other sources; groups without any are left out. */
export function groupsOf<T extends Pick<Finding, 'operation' | 'source'>>(
  findings: readonly T[],
  operations: readonly string[],
): (readonly [name: string, own: readonly T[]])[] {
  const groups = Map.groupBy(findings, findingGroup);
  return [...operations, ...Object.values(titlesOfOthers)].flatMap((name) => {
    const own = groups.get(name);
    return own ? [[name, own] as const] : [];
  });
}

/**
 * How long the exchanges that show a finding took together, in milliseconds; undefined where none is shown. No rule
 * has a share of the run's time of its own: every response is judged by every rule.
 */
export const durationOf = ({ exchanges }: Pick<Finding, 'exchanges'>): number | undefined =>
  exchanges.length === 0 ? undefined : exchanges.reduce((sum, { response }) => sum + response.ms, 0);
