import type { OperationProfile } from '../core/profile.ts';
import type { Rule } from '../core/rule.ts';
import type { Judgement } from '../core/verdict.ts';

/** A rule, and what a pass of it shows. */
export type RuleShows = Pick<Rule, 'id' | 'shows'>;

/** What is missing, and the result that shows it best. */
type Missing = { readonly why: string; readonly cause?: Judgement };

/** What a run lacks to have earned its verdict, if anything (READINGS 32): an empty shop proves nothing. */
export function missingCoverage(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  profiles: readonly OperationProfile[],
): Missing | undefined {
  const shows = new Map(rules.map((rule) => [rule.id, rule.shows]));
  for (const { id, demands } of profiles) {
    const judged = results.filter(
      ({ operation, level, verdict }) => operation === id && level === 'must' && verdict !== 'skipped',
    );
    const stopped = tooManyStopped(id, judged);
    if (stopped) return stopped;
    for (const demand of judged.length > 0 ? demands : []) {
      const able = judged.filter(({ rule }) => {
        const shown = shows.get(rule);
        return shown !== undefined && demand.shows.includes(shown);
      });
      if (able.some((result) => result.verdict === 'pass' || isExcused(result))) continue;
      // An amended contract may have no filter, or no required field.
      if (able.length === 0 && !demand.shows.includes('content')) continue;
      // What a line of the target file would help first is often that anything is accepted at all.
      const cause =
        [...able, ...judged].find(({ remedy, verdict }) => remedy && verdict !== 'pass') ?? able[0];
      return { why: `no rule of ${id} ${demand.words}`, ...(cause ? { cause } : {}) };
    }
  }
  return results.some(({ verdict }) => verdict === 'pass') ? undefined : { why: 'no rule passed' };
}

/** Which part of the rules of an operation may be stopped by what happens in a run: one in ten. */
const mostStopped = 10;

/** Says that too many rules could not be judged for a reason that lies in this run, such as a limit or a quota. */
function tooManyStopped(id: string, judged: readonly Judgement[]): Missing | undefined {
  const stopped = judged.filter(
    ({ verdict, stoppedAt }) => verdict === 'untested' && stoppedAt !== undefined,
  );
  const [first] = stopped;
  if (!first || stopped.length * mostStopped <= judged.length) return undefined;
  const count = `${stopped.length} of ${judged.length} must rules of ${id}`;
  // That a request was not accepted names it already.
  const why = first.cause?.kind === 'not accepted' ? first.why : `${first.stoppedAt}: ${first.why}`;
  return { why: `${count} not judged`, cause: { ...first, ...(why === undefined ? {} : { why }) } };
}

/** What a waived finding keeps from being seen was looked for, and the operator lets it fail. */
const isExcused = ({ verdict, waived, because }: Judgement): boolean =>
  waived !== undefined && (verdict === 'fail' || because !== undefined);
