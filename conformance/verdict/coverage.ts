import type { OperationProfile } from '../core/profile.ts';
import type { Rule } from '../core/rule.ts';
import type { Judgement } from '../core/verdict.ts';

/** A rule, and what a pass of it shows. */
export type RuleShows = Pick<Rule, 'id' | 'shows'>;

/** What a run lacks to have earned its verdict, if anything (READINGS 32): an empty shop proves nothing. */
export function missingCoverage(
  results: readonly Judgement[],
  rules: readonly RuleShows[],
  profiles: readonly OperationProfile[],
): { readonly why: string; readonly cause?: Judgement } | undefined {
  const shows = new Map(rules.map((rule) => [rule.id, rule.shows]));
  for (const { id, demands } of profiles) {
    const judged = results.filter(
      ({ operation, level, verdict }) => operation === id && level === 'must' && verdict !== 'skipped',
    );
    for (const demand of judged.length > 0 ? demands : []) {
      const able = judged.filter(({ rule }) => {
        const shown = shows.get(rule);
        return shown !== undefined && demand.shows.includes(shown);
      });
      if (able.some((result) => result.verdict === 'pass' || isExcused(result))) continue;
      if (able.length === 0) return { why: `no selected rule of ${id} ${demand.words}` };
      // What a line of the target file would help first is often that anything is accepted at all.
      const cause =
        [...able, ...judged].find(({ remedy, verdict }) => remedy && verdict !== 'pass') ?? able[0];
      return { why: `no rule of ${id} ${demand.words}`, ...(cause ? { cause } : {}) };
    }
  }
  return results.some(({ verdict }) => verdict === 'pass') ? undefined : { why: 'no rule passed' };
}

/** What a waived finding keeps from being seen was looked for, and the operator lets it fail. */
const isExcused = ({ verdict, waived, because }: Judgement): boolean =>
  waived !== undefined && (verdict === 'fail' || because !== undefined);
