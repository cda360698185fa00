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

type JudgeTerms = {
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
 * Makes the judge of the exchanges of a check or of a recording: of each response as it comes, then of relations between
 * them. At the end, what was learnt about the target corrects the results.
 */
export function createExchangeJudge({
  contract,
  target,
  rules,
  kinds,
  of,
  tolerated,
  onBroken = () => {},
  rateReached = () => undefined,
}: JudgeTerms) {
  const responses = createResponseJudge(contract, target, rules, onBroken, tolerated);
  const { ruleStates, acceptedRequests } = responses;
  const observed = observeTarget(contract, rateReached);
  const outdated = new Map<string, string>();
  const byId = new Map(ruleStates.map((ruleState) => [ruleState.rule.id, ruleState]));
  const noteOutdated = (evidence: Evidence): void => {
    const listings = evidence.listings();
    for (const { id, claims } of rules)
      for (const claim of claims) {
        const why = claim.on === 'response' ? claim.outdated?.(listings, target) : undefined;
        if (why !== undefined && !outdated.has(id)) outdated.set(id, why);
      }
  };
  /** Judges relations, then notes which declarations a change of the collections outdated. */
  const compare = async (evidence: Evidence, how: ComparisonTerms | undefined): Promise<void> => {
    if (how) {
      const listings = [...evidence.listings(), ...evidence.furtherListings()];
      const kind = listingKindOf(kinds);
      const run = { ...how, contract, target, acceptedRequests, kind, ruleStates, tolerated };
      await judgeRelations(run, listings, responses.takeBlamed());
    }
    noteOutdated(evidence);
  };
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
    /** The state of a rule that is judged. */
    ruleStateOf: (id: string) => byId.get(id),
    /** Judges relations of a part of what is read. */
    compare,
    /** Judges what can be judged only when all is read, relations last: none without `how`. */
    finish: async (evidence: Evidence, how: ComparisonTerms | undefined): Promise<void> => {
      responses.judgeWaiting();
      await compare(evidence, how);
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

export type ExchangeJudge = ReturnType<typeof createExchangeJudge>;
