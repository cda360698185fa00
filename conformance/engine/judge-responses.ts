import type { Contract } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { isLost } from '../../src/http/exchange.ts';
import { signOfCache } from '../core/cache-sign.ts';
import type { Claim, Judge } from '../core/claim.ts';
import { isValidRequest } from '../core/claims.ts';
import { seenFrom } from '../core/context.ts';
import type { Attempt, Interrupted, ReadExchange } from '../core/evidence.ts';
import { levelOf, type Rule } from '../core/rule.ts';
import { limitNamed, wasRejected } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import { noteAccepted } from './accepted-requests.ts';
import { RuleState } from './rule-state.ts';

/** Whether a response is a later page of a filtered listing, which shows less of what the filter finds. */
const isFilteredPart = ({ page }: ReadExchange): boolean =>
  page?.query.filter !== undefined && (page.query.offset ?? 0) > 0;

/**
 * Opens all rules: each claim on responses judges every response, whichever experiment asked for it (READINGS P1).
 */
export function createResponseJudge(
  contract: Contract,
  target: Target,
  rules: readonly Rule[],
  onBroken: (rule: Rule) => void,
  tolerated: ReadonlySet<string>,
) {
  let blamed = new Map<number, string>();
  const acceptedRequests = noteAccepted();
  const waiting: Attempt[] = [];
  const ruleStates = rules.map((rule) => new RuleState(rule, levelOf(rule, contract)));
  let current: ReadExchange | undefined;
  const aboutRule = ({ operation }: Rule) => ({
    ...seenFrom({ contract, target }, operation),
    acceptedRequests,
  });
  const open = ruleStates.flatMap((ruleState) =>
    ruleState.rule.claims.map((claim) => {
      // A house rule takes no evidence away from rules of the interface.
      const blames = claim.on === 'response' && claim.blames === true && !ruleState.rule.house;
      const judge = ruleState.judge(
        aboutRule(ruleState.rule),
        () => {
          const before = current && blamed.get(current.id);
          if (blames && current && (before === undefined || tolerated.has(before)))
            blamed.set(current.id, ruleState.rule.id);
          onBroken(ruleState.rule);
        },
        () => current !== undefined && (!isValidRequest(current) || isFilteredPart(current)),
      );
      const operations = [
        ruleState.rule.operation,
        ...(claim.alsoReads === undefined ? [] : [claim.alsoReads]),
      ];
      return { ruleState, operations, ...openClaim(claim, ruleState.rule, judge) };
    }),
  );
  const takers = {
    response: takersOf(open, ({ response: exchange }) => exchange),
    attempt: takersOf(open, ({ attempt }) => attempt),
    interrupted: takersOf(open, ({ interrupted }) => interrupted),
  };
  return {
    ruleStates,
    /** Whether an attempt would break a rule; nothing is noted. */
    breaks: (attempt: Attempt): boolean =>
      ruleStates
        .filter(({ rule }) => rule.operation === attempt.operation)
        .some(({ rule, level }) => {
          const trial = new RuleState(rule, level);
          const about = aboutRule(rule);
          const takers = rule.claims.flatMap((claim) => {
            const take = openClaim(claim, rule, trial.judge(about)).attempt;
            return take ? [{ ruleState: trial, take }] : [];
          });
          judgeBy(takers, attempt);
          return trial.isBroken;
        }),
    /**
     * The ids of responses that are not evidence for relations, each with the rule that it breaks. They are forgotten, since
     * none is compared again, and a recording may have millions of pages.
     */
    takeBlamed: (): ReadonlyMap<number, string> => {
      const taken = blamed;
      blamed = new Map();
      return taken;
    },
    acceptedRequests,
    take: (exchange: ReadExchange): void => {
      acceptedRequests.take(exchange);
      current = exchange;
      judgeBy(takers.response.get(exchange.operation), exchange);
      current = undefined;
    },
    /** Postpones an attempt to the end if it depends on what is accepted later. */
    takeAttempt: (attempt: Attempt): void => {
      if (needsWhole(attempt) && waiting.length < mostWaiting) waiting.push(attempt);
      else judgeBy(takers.attempt.get(attempt.operation), attempt);
    },
    judgeWaiting: (): void => {
      for (const attempt of waiting.splice(0)) judgeBy(takers.attempt.get(attempt.operation), attempt);
    },
    takeInterrupted: (request: Interrupted): void =>
      judgeBy(takers.interrupted.get(request.operation), request),
  };
}

/** A check makes some hundreds of attempts, and a recording may contain more. */
const mostWaiting = 10_000;

/** Whether an attempt depends on what is accepted later: a limit of size, or a rejected control. */
const needsWhole = ({ exchange, before, after }: Attempt): boolean =>
  [exchange, before, after].some((one) => one && limitNamed(one.response) !== undefined) ||
  [before, after].some((one) => one && wasRejected(one));

type Take<T> = (evidence: T) => void;

type OpenClaim = {
  readonly response?: Take<ReadExchange>;
  readonly attempt?: Take<Attempt>;
  readonly interrupted?: Take<Interrupted>;
};

function openClaim(claim: Claim, { id }: Rule, judge: Judge): OpenClaim {
  switch (claim.on) {
    case 'response':
      return {
        response: (exchange) => claim.judge(exchange, judge),
        ...(claim.interrupted ? { interrupted: (request) => claim.interrupted?.(request, judge) } : {}),
      };
    case 'responses': {
      const fold = claim.open();
      return { response: (exchange) => fold(exchange, judge) };
    }
    case 'attempt':
      return {
        attempt: (attempt) => {
          if (claim.readsAll || attempt.clause === id) claim.judge(attempt, judgeOf(attempt, judge));
        },
      };
    case 'listing':
      return {};
  }
}

/** What failed, and did not fail each time on new records, breaks no rule: another user may have changed a record (READINGS P6). */
function judgeOf({ onNewRecords }: Attempt, judge: Judge): Judge {
  return {
    ...judge,
    claim: (holds, otherwise) => {
      if (holds) return judge.claim(holds, otherwise);
      const broken = otherwise();
      const { expected, shown } = broken;
      const [sign] = shown.flatMap(({ response }) => (isLost(response) ? [] : (signOfCache(response) ?? [])));
      const saw = sign === undefined ? broken.saw : `${broken.saw}; a cache sent a response (${sign})`;
      if (onNewRecords === undefined) judge.claim(holds, () => ({ ...broken, saw }));
      else if (onNewRecords === 'passed')
        judge.intermittent({
          expected,
          saw: `${saw}; with new records it passed, so another user may have changed one of these`,
          shown,
        });
      else
        judge.inconclusive({ kind: 'unconfirmed', expected, saw, since: onNewRecords }, undefined, ...shown);
    },
  };
}

type Taker<T> = { readonly ruleState: RuleState; readonly take: Take<T> };

type Opened = OpenClaim & {
  readonly ruleState: RuleState;
  readonly operations: readonly OperationId[];
};

const takersOf = <T>(
  open: readonly Opened[],
  takeOf: (one: OpenClaim) => Take<T> | undefined,
): ReadonlyMap<OperationId, readonly Taker<T>[]> =>
  Map.groupBy(
    open.flatMap(({ ruleState, operations, ...one }) => {
      const take = takeOf(one);
      return take ? operations.map((operation) => ({ operation, ruleState, take })) : [];
    }),
    ({ operation }) => operation,
  );

function judgeBy<T>(takers: readonly Taker<T>[] | undefined, evidence: T): void {
  for (const { ruleState, take } of takers ?? [])
    try {
      take(evidence);
    } catch (error) {
      ruleState.error(error);
    }
}
