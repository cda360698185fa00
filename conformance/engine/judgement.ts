import type { Contract } from '../../src/contract/contract.ts';
import type { Interrupted, ReadExchange } from '../core/evidence.ts';
import { type CollectedListings, type Kind, listingKindOf } from '../core/kind.ts';
import { aboutRule, levelOf, type Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import { correct, type Facts } from './corrections.ts';
import { judgeRelations } from './judge-relations.ts';
import { createResponseJudge } from './judge-responses.ts';
import { observeTarget } from './observed-target.ts';

type Evidence = Pick<CollectedListings, 'listings' | 'furtherListings'>;

type JudgementTerms = {
  readonly contract: Contract;
  readonly target: Target;
  readonly rules: readonly Rule[];
  readonly kinds: readonly Kind[];
  readonly of: Facts['of'];
  /** Rules whose findings take no evidence away from others, since they are skipped or waived. */
  readonly tolerated: ReadonlySet<string>;
  readonly onBroken?: (rule: Rule) => void;
  readonly rateReached?: () => number | undefined;
};

/** How relations are compared, and what rechecks them. */
type ComparisonTerms = Pick<Parameters<typeof judgeRelations>[0], 'rechecker' | 'mayContinue'>;

/**
 * Judges the exchanges of a check or of a recording: each response as it comes, then relations between them. At the
 * end, what was learnt about the target corrects the results.
 */
export function openJudgement({
  contract,
  target,
  rules,
  kinds,
  of,
  tolerated,
  onBroken = () => {},
  rateReached = () => undefined,
}: JudgementTerms) {
  const responses = createResponseJudge(contract, target, rules, onBroken, tolerated);
  const { ruleStates, blamed, acceptedRequests } = responses;
  const observed = observeTarget(contract, rateReached);
  const outdated = new Map<string, string>();
  const byId = new Map(ruleStates.map((ruleState) => [ruleState.rule.id, ruleState]));
  return {
    observed,
    take: (exchange: ReadExchange): void => {
      observed.take(exchange);
      responses.take(exchange);
    },
    takeInterrupted: (request: Interrupted): void => {
      observed.takeInterrupted(request);
      responses.takeInterrupted(request);
    },
    takeAttempt: responses.takeAttempt,
    breaks: responses.breaks,
    /** Judges the attempts that depended on what was accepted later. */
    judgeWaiting: responses.judgeWaiting,
    /** The state of a rule that is judged. */
    ruleStateOf: (id: string) => byId.get(id),
    compare: async (evidence: Evidence, how: ComparisonTerms): Promise<void> => {
      const listings = [...evidence.listings(), ...evidence.furtherListings()];
      const kind = listingKindOf(kinds);
      await judgeRelations(
        { ...how, contract, target, acceptedRequests, kind, ruleStates, tolerated },
        listings,
        blamed,
      );
      // A recording may have millions of pages, and none is compared again.
      blamed.clear();
    },
    /** Notes which declarations a change of the collections outdated. */
    noteChanges: (evidence: Evidence): void => {
      const listings = evidence.listings();
      for (const { id, claims } of rules)
        for (const claim of claims) {
          const why = claim.on === 'response' ? claim.outdated?.(listings, target) : undefined;
          if (why !== undefined && !outdated.has(id)) outdated.set(id, why);
        }
    },
    /** The corrected results of some rules, in their order. */
    results: (
      selected: readonly Rule[],
      known: Pick<Facts, 'unavailable' | 'halt' | 'spent'>,
    ): readonly Result[] =>
      correct(
        selected.map((rule) => byId.get(rule.id)?.result() ?? denied(rule, contract)),
        { ...known, contract, of, target: observed, outdated, ruleOf: (id) => byId.get(id)?.rule },
      ),
  };
}

const denied = (rule: Rule, contract: Contract): Result => ({
  ...aboutRule(rule, levelOf(rule, contract)),
  verdict: 'skipped',
  why: { kind: 'denied' },
  remedy: { kind: 'writes' },
  exchanges: [],
});
