import { type Evidenced, unearned } from './earned.ts';
import { notes } from './headline-notes.ts';
import type { Judgement } from './verdict.ts';

/** The word over a whole run. */
export type Headline = {
  readonly verdict: 'conforms' | 'violates' | 'undetermined';
  /** One sentence that says why, or how much was seen. */
  readonly why: string;
  /** Which line of the target file is missing, where that is why. */
  readonly remedy?: string;
};

/** What the headline depends on besides the results. */
export type Terms = {
  /** Whether a broken `should` counts. */
  readonly strict: boolean;
  /** Ids of rules that have to pass. */
  readonly required: ReadonlySet<string>;
  /** Why these are not all results there would be; without all of them nothing conforms. */
  readonly partial?: string;
  /** What else is to be said beside the word. */
  readonly remarks?: readonly string[];
};

/** Draws the results together (READINGS 32). Pure: no percentage, no weights. */
export function headline(results: readonly Judgement[], rules: readonly Evidenced[], terms: Terms): Headline {
  const word = wordOver(results, rules, terms);
  return { ...word, why: [word.why, ...notes(results), ...(terms.remarks ?? [])].join('; ') };
}

function wordOver(results: readonly Judgement[], rules: readonly Evidenced[], terms: Terms): Headline {
  const counting = results.filter((result) => counts(result, terms));
  const failed = counting.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0)
    return { verdict: 'violates', why: `${rulesOf(failed.length)} broken: ${names(failed)}` };
  const error = results.find(({ verdict }) => verdict === 'error');
  if (error) return { verdict: 'undetermined', why: `assay itself failed in ${error.rule}: ${error.why}` };
  if (terms.partial !== undefined) return undetermined(`${terms.partial}: ${held(results)} so far`);
  const open = counting.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length > 0) return undetermined(`${rulesOf(open.length)} inconclusive: ${names(open)}`, open[0]);
  const short = counting.find(({ rule, verdict }) => terms.required.has(rule) && verdict !== 'pass');
  if (short) return undetermined(`${short.rule} is required, but was ${short.verdict}`, short);
  const missing = unearned(results, rules);
  if (missing) return undetermined(missing.why, missing.cause);
  return { verdict: 'conforms', why: held(results) };
}

/** Whether a result can turn the headline. */
export const counts = ({ level, rule, waived }: Judgement, { strict, required }: Terms): boolean =>
  !waived && (level === 'must' || strict || required.has(rule));

function held(results: readonly Judgement[]): string {
  const clauses = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ clause }) => clause));
  return `${clauses.size} ${clauses.size === 1 ? 'clause' : 'clauses'} held`;
}

function undetermined(why: string, cause?: Judgement): Headline {
  const because = cause?.why && !why.includes(cause.why) ? ` (${cause.why})` : '';
  return {
    verdict: 'undetermined',
    why: why + because,
    ...(cause?.remedy === undefined ? {} : { remedy: cause.remedy }),
  };
}

const rulesOf = (count: number): string => (count === 1 ? '1 rule' : `${count} rules`);

function names(results: readonly Judgement[]): string {
  const shown = results
    .slice(0, 3)
    .map(({ rule }) => rule)
    .join(', ');
  return results.length > 3 ? `${shown} and ${results.length - 3} more` : shown;
}

/**
 * 0 conforms, 1 violates or a waiver is stale, 2 an error of ours, 3 undetermined; two before one before three
 * before nought.
 */
export function exitCode(
  results: readonly Judgement[],
  { verdict }: Headline,
  isStale = false,
): 0 | 1 | 2 | 3 {
  if (results.some((result) => result.verdict === 'error')) return 2;
  if (verdict === 'violates' || isStale) return 1;
  return verdict === 'undetermined' ? 3 : 0;
}
