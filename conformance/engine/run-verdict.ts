import type { Demand } from '../../src/contract/demands.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Rule } from '../core/rule.ts';
import { blockerOf, type Judgement, type Unavailable } from '../core/verdict.ts';
import { type CodeTerms, isCounted } from './exit-code.ts';

/** What `conforms` demands, by operation. */
type Demands = ReadonlyMap<OperationId, readonly Demand[]>;

export type VerdictTerms = CodeTerms & {
  readonly required: ReadonlySet<string>;
  /** Why results are missing; then nothing conforms. */
  readonly partial?: string;
  readonly demands: Demands;
  readonly unavailable?: readonly Unavailable[];
};

/** Operations that were not judged, of those that have rules; or only collections of them. */
export type NotJudged =
  | { readonly judged: number; readonly of: number; readonly operations: readonly Unavailable[] }
  | { readonly collections: readonly Unavailable[] };

/** Why a run is undetermined. `by` is the result that says most about it. */
export type OpenReason =
  | { readonly kind: 'error'; readonly by: Judgement }
  | { readonly kind: 'ended'; readonly why: string; readonly passed: number; readonly by?: Judgement }
  | { readonly kind: 'not judged'; readonly missing: NotJudged }
  | { readonly kind: 'inconclusive'; readonly rules: readonly string[]; readonly by: Judgement }
  | { readonly kind: 'required' | 'not tested'; readonly by: Judgement }
  | { readonly kind: 'nothing passed'; readonly by?: Judgement }
  | { readonly kind: 'nothing recorded' }
  /** No rule of an operation showed what `conforms` demands of it. */
  | {
      readonly kind: 'not shown';
      readonly operation: string;
      readonly demand: Demand;
      readonly by?: Judgement;
    }
  /** A limit or a quota of the run kept too many rules of an operation from being judged. */
  | {
      readonly kind: 'stopped';
      readonly operation: string;
      readonly stopped: number;
      readonly of: number;
      readonly by: Judgement;
    };

/**
 * The verdict of a run, as data. `passes` is for selected rules, which never conform; `no violation` for recorded
 * exchanges, which never show all.
 */
export type RunVerdict =
  | {
      readonly verdict: 'violates';
      readonly broken: readonly string[];
      readonly partial?: string;
      readonly missing?: NotJudged;
    }
  | { readonly verdict: 'conforms'; readonly passed: number }
  | { readonly verdict: 'passes'; readonly passed: number; readonly of: number }
  | { readonly verdict: 'no violation'; readonly judged: number; readonly suspected: number }
  | { readonly verdict: 'undetermined'; readonly reason: OpenReason };

const open = (reason: OpenReason): RunVerdict => ({ verdict: 'undetermined', reason });

/** Draws the verdict of a run from the results of its rules. */
export function verdictOf(
  results: readonly Judgement[],
  rules: readonly Pick<Rule, 'id' | 'shows'>[],
  terms: VerdictTerms,
): RunVerdict {
  const counting = results.filter((result) => isCounted(result, terms));
  const missing = notJudgedIn(results, terms);
  const broken = counting.filter(({ verdict }) => verdict === 'fail');
  const { partial } = terms;
  if (broken.length > 0)
    return {
      verdict: 'violates',
      broken: rulesOfResults(broken),
      ...(partial === undefined ? {} : { partial }),
      ...(missing ? { missing } : {}),
    };
  const error = results.find(({ verdict }) => verdict === 'error');
  if (error) return open({ kind: 'error', by: error });
  if (partial !== undefined) {
    const by = counting.find(({ why }) => typeof why === 'object' && why.kind === 'ended');
    return open({ kind: 'ended', why: partial, passed: countPassed(results), ...(by ? { by } : {}) });
  }
  const unmet = counting.find(({ rule, verdict }) => terms.required.has(rule) && verdict !== 'pass');
  if (terms.isRecorded)
    return unmet ? open({ kind: 'required', by: unmet }) : recordedVerdict(results, counting);
  if (missing) return open({ kind: 'not judged', missing });
  const inconclusive = counting.filter(({ verdict }) => verdict === 'inconclusive');
  const [first] = inconclusive;
  if (first) return open({ kind: 'inconclusive', rules: rulesOfResults(inconclusive), by: first });
  if (unmet) return open({ kind: 'required', by: unmet });
  if (terms.selected) return selectedVerdict(results, counting, terms.selected.named);
  const lack = missingCoverage(results, rules, terms.demands);
  return lack ? open(lack) : { verdict: 'conforms', passed: countPassed(results) };
}

const countPassed = (results: readonly Judgement[]): number =>
  results.filter(({ verdict }) => verdict === 'pass').length;

const rulesOfResults = (results: readonly Judgement[]): string[] => results.map(({ rule }) => rule);

/** What a run lacks to conform, if anything (READINGS 32): an empty shop proves nothing. */
function missingCoverage(
  results: readonly Judgement[],
  rules: readonly Pick<Rule, 'id' | 'shows'>[],
  demanded: Demands,
): OpenReason | undefined {
  const shows = new Map(rules.map((rule) => [rule.id, rule.shows]));
  for (const [id, demands] of demanded) {
    const own = results.filter(({ operation, verdict }) => operation === id && verdict !== 'skipped');
    const judged = own.filter(({ level }) => level === 'must');
    const stopped = tooManyStopped(id, judged);
    if (stopped) return stopped;
    for (const demand of judged.length > 0 ? demands : []) {
      const able = (demand.isShouldEnough ? own : judged).filter(({ rule }) => {
        const shown = shows.get(rule);
        return shown !== undefined && demand.shows.includes(shown);
      });
      if (able.some((result) => result.verdict === 'pass' || isExcused(result))) continue;
      // An amended contract may have no filter, or no required field.
      if (able.length === 0 && !demand.shows.includes('content')) continue;
      // Most often, it helps first if anything is accepted at all.
      const by = [...able, ...judged].find(({ remedy, verdict }) => remedy && verdict !== 'pass') ?? able[0];
      return { kind: 'not shown', operation: id, demand, ...(by ? { by } : {}) };
    }
  }
  return countPassed(results) > 0 ? undefined : { kind: 'nothing passed' };
}

/** One in so many rules of an operation may be stopped by the run itself. */
const mostStopped = 10;

function tooManyStopped(id: string, judged: readonly Judgement[]): OpenReason | undefined {
  const stopped = judged.filter(
    ({ verdict, stoppedAt }) => verdict === 'untested' && stoppedAt !== undefined,
  );
  const [first] = stopped;
  if (!first || stopped.length * mostStopped <= judged.length) return undefined;
  return { kind: 'stopped', operation: id, stopped: stopped.length, of: judged.length, by: first };
}

/** Whether the operator waived the finding that hides this result. */
const isExcused = (result: Judgement): boolean =>
  result.waived !== undefined && (result.verdict === 'fail' || blockerOf(result) !== undefined);

function notJudgedIn(
  results: readonly Judgement[],
  { unavailable = [] }: VerdictTerms,
): NotJudged | undefined {
  // An operation is judged if a rule of it was, such as one that lists collections of its own.
  const judged = new Set(
    results.filter(({ verdict }) => ['pass', 'fail'].includes(verdict)).map(({ operation }) => operation),
  );
  const missing = unavailable.filter(
    ({ collection, operation }) => collection !== undefined || !judged.has(operation),
  );
  if (missing.length === 0) return undefined;
  const operations = new Set(results.map(({ operation }) => operation));
  const whole = missing.filter(
    ({ collection, operation }) => collection === undefined && operations.has(operation),
  );
  if (whole.length === 0) return { collections: missing };
  return { judged: judged.size, of: operations.size, operations: whole };
}

function recordedVerdict(results: readonly Judgement[], counting: readonly Judgement[]): RunVerdict {
  const judged = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
  if (judged === 0) return open({ kind: 'nothing recorded' });
  const suspected = counting.filter(({ verdict }) => verdict === 'inconclusive').length;
  return { verdict: 'no violation', judged, suspected };
}

function selectedVerdict(
  results: readonly Judgement[],
  counting: readonly Judgement[],
  named: ReadonlySet<string>,
): RunVerdict {
  const isUntested = ({ verdict, waived }: Judgement): boolean =>
    (verdict === 'untested' || verdict === 'skipped') && !waived;
  const passed = countPassed(results);
  const isEmpty = passed === 0 || (counting.length > 0 && counting.every(isUntested));
  const untested = counting.find((one) => isUntested(one) && (isEmpty || named.has(one.rule)));
  if (untested) return open({ kind: 'not tested', by: untested });
  const [first] = results;
  if (passed === 0) return open({ kind: 'nothing passed', ...(first ? { by: first } : {}) });
  return { verdict: 'passes', passed, of: results.length };
}
