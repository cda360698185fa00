import type { Judgement } from '../core/verdict.ts';

export type ExitCode = 0 | 1 | 2 | 3;

export type CountingTerms = {
  readonly strict: boolean;
  readonly required?: ReadonlySet<string> | readonly string[];
};

export type CodeTerms = CountingTerms & {
  /** Whether only a part of the rules is run. Those that are named must be judged; those that match a pattern need not. */
  readonly selected?: { readonly named: ReadonlySet<string> } | false;
  readonly isRecorded?: boolean;
};

/** Whether a result can turn the verdict or the exit code. */
export const isCounted = (
  { level, rule, waived }: Pick<Judgement, 'level' | 'rule' | 'waived'>,
  { strict, required = [] }: CountingTerms,
): boolean => !waived && (level === 'must' || strict || [...required].includes(rule));

export const isWarning = (result: Judgement, terms: CountingTerms): boolean =>
  result.verdict === 'fail' && !isCounted({ level: result.level, rule: result.rule }, terms);

const urgency: readonly ExitCode[] = [2, 1, 3, 0];

export function codeOf(result: Judgement, terms: CodeTerms): ExitCode {
  const { verdict, rule } = result;
  if (verdict === 'error') return 2;
  if (verdict === 'pass' || !isCounted(result, terms)) return 0;
  if (verdict === 'fail') return 1;
  const isNamed = terms.selected ? terms.selected.named.has(rule) : false;
  const mayBeOpen = terms.isRecorded || verdict !== 'inconclusive';
  return mayBeOpen && !isNamed && ![...(terms.required ?? [])].includes(rule) ? 0 : 3;
}

export function exitCode(
  results: readonly Judgement[],
  { verdict }: { readonly verdict: string },
  terms: CodeTerms,
  isAnyWaiverStale = false,
): ExitCode {
  const codes = new Set(results.map((result) => codeOf(result, terms)));
  if (isAnyWaiverStale) codes.add(1);
  if (verdict === 'undetermined') codes.add(3);
  return urgency.find((code) => codes.has(code)) ?? 0;
}
