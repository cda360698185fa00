import type { Judgement } from '../core/verdict.ts';

/** How a process ends. */
export type ExitCode = 0 | 1 | 2 | 3;

/** What decides which results count. */
export type CountingTerms = {
  /** Whether a broken `should` counts. */
  readonly strict: boolean;
  /** Ids of rules that have to pass. */
  readonly required?: ReadonlySet<string> | readonly string[];
};

/** A part of the rules: each that is named has to be judged, while a pattern selects what can be. */
export type SelectedPart = { readonly named: ReadonlySet<string> };

/** What the end of the process depends on, apart from the results. */
export type CodeTerms = CountingTerms & {
  /** Where only some of the rules were selected: which of them were named one by one. */
  readonly selected?: SelectedPart | false;
  /** Whether nothing was sent, and exchanges were judged that exist already. */
  readonly isRecorded?: boolean;
};

/** Whether a result can turn the verdict, or the end of the process: a `should` alone does not, nor does what is waived. */
export const counts = (
  { level, rule, waived }: Pick<Judgement, 'level' | 'rule' | 'waived'>,
  { strict, required = [] }: CountingTerms,
): boolean => !waived && (level === 'must' || strict || [...required].includes(rule));

/** Whether a failure is only a warning: no waiver is needed for it. */
export const isWarning = (result: Judgement, terms: CountingTerms): boolean =>
  result.verdict === 'fail' && !counts({ level: result.level, rule: result.rule }, terms);

/** Exit codes, the most urgent first. */
const urgency: readonly ExitCode[] = [2, 1, 3, 0];

/** What one result asks for, of whatever source: 2 for a mistake of ours, 1 if it is broken, 3 if it is open and may not be. */
export function codeOf(result: Judgement, terms: CodeTerms): ExitCode {
  const { verdict, rule } = result;
  if (verdict === 'error') return 2;
  if (verdict === 'pass' || !counts(result, terms)) return 0;
  if (verdict === 'fail') return 1;
  const isNamed = terms.selected ? terms.selected.named.has(rule) : false;
  const mayBeOpen = terms.isRecorded || verdict !== 'inconclusive';
  return mayBeOpen && !isNamed && ![...(terms.required ?? [])].includes(rule) ? 0 : 3;
}

/**
 * How the process ends, by what each result asks for, by the verdict on the interface, which may be undetermined for
 * other reasons, and by whether a waiver is stale.
 */
export function exitCode(
  results: readonly Judgement[],
  { verdict }: { readonly verdict: string },
  terms: CodeTerms,
  isAnyStale = false,
): ExitCode {
  const codes = new Set(results.map((result) => codeOf(result, terms)));
  if (isAnyStale) codes.add(1);
  if (verdict === 'undetermined') codes.add(3);
  return urgency.find((code) => codes.has(code)) ?? 0;
}
