import type { Contract } from '../../src/contract/contract.ts';
import {
  isOfKind,
  type OperationId,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { creatorOf, listingOf } from '../../src/contract/related-operations.ts';
import { responseFor } from '../../src/contract/statuses.ts';
import { type HttpResponse, header, isLost } from '../../src/http/exchange.ts';
import { isOption, type Remedy, rateRemedy } from '../core/remedies.ts';
import type { Rule } from '../core/rule.ts';
import { wasRejected } from '../core/status.ts';
import { isGone, isOutside } from '../core/unavailable.ts';
import { blockerOf, type Result, type Unavailable } from '../core/verdict.ts';
import { type HaltSwitch, outcomeOfHalt } from './ending.ts';
import { isOfLockout, type Lockout } from './lockouts.ts';
import { type ObservedTarget, remedyOfRate } from './observed-target.ts';
import { formOf, keyOfForm } from './rejection-forms.ts';
import type { createWrites } from './sending/write-limit.ts';

/** What is known when all evidence is there, gathered once. */
export type Facts = {
  readonly contract: WithOperations & Pick<Contract, 'document'>;
  readonly of: 'check' | 'recording';
  readonly target: ObservedTarget;
  readonly ruleOf: (id: string) => Rule | undefined;
  /** Why a declaration that a rule relies on is outdated, by the id of the rule. */
  readonly outdated: ReadonlyMap<string, string>;
  readonly unavailable: readonly Unavailable[];
  readonly halt?: ReturnType<HaltSwitch['halted']>;
  /** Why the run may create, change or delete no more, if so. */
  readonly spent?: ReturnType<ReturnType<typeof createWrites>['spent']>;
};

/** What a result says about its verdict. */
type CorrectedOutcome = Pick<Result, 'verdict' | 'why'> &
  Partial<Pick<Result, 'foreign' | 'remedy' | 'exchanges'>>;

/** Replaces all that a result says about its verdict. */
function withOutcome(result: Result, outcome: CorrectedOutcome): Result {
  const {
    expected: _expected,
    saw: _saw,
    declared: _declared,
    foreign: _foreign,
    remedy: _remedy,
    ...about
  } = result;
  return { ...about, ...outcome };
}

const givenRemedy = (remedy: Remedy | undefined) => (remedy === undefined ? {} : { remedy });

/** Whether nothing tested a rule, and no broken rule is the reason. */
const isUnexplained = (result: Result): boolean =>
  result.verdict === 'untested' && blockerOf(result) === undefined;

function reasonOfLockout(
  operation: OperationId,
  { first: { request, response }, count }: Lockout,
): Pick<CorrectedOutcome, 'why' | 'remedy'> {
  const { method, target } = request;
  const why = { kind: 'lockout', method, target, count, status: response.status } as const;
  if (response.status !== 401) return { why };
  return { why, remedy: { kind: 'token', operation, token: 'one that stays valid for the whole check' } };
}

/** Whether a response has no content, as the contract states it for its status. */
function isStatedEmpty(
  contract: Facts['contract'],
  id: OperationId,
  { status, headers }: HttpResponse,
): boolean {
  const stated = responseFor(contract, operationIn(contract, id), status)?.found;
  return (
    stated !== undefined && stated.content === undefined && header(headers, 'content-type') === undefined
  );
}

/** Statuses that firewalls return; servers return them too. */
const firewalls = [403, 406];

/**
 * The reasons to change a result after all responses were judged, by their names. Each returns the changed result, or
 * undefined if it does not apply.
 *
 * They are applied in this order, and each sees the results as those before it left them. First what makes a finding
 * doubtful: `foreign rejection` says nothing of a result for which one before it has another reason, and `pages that
 * hide records` blames only what is still broken then. Next a remedy gets its measured value, once all that name a rate
 * have done so. Last why there was nothing to judge, the more general reason later, since it replaces the others; what
 * `no response` made inconclusive is none of these.
 */
const corrections: Readonly<
  Record<string, (result: Result, facts: Facts, results: readonly Result[]) => Result | undefined>
> = {
  /** A declaration cannot be judged after what it declares has changed (READINGS P6). */
  'outdated declaration': (result, { outdated }) => {
    const why = outdated.get(result.rule);
    if (result.verdict !== 'fail' || why === undefined) return undefined;
    return withOutcome(result, { verdict: 'inconclusive', why });
  },

  /** A check that was locked out cannot blame the target for rejections. */
  lockout: (result, { target }) => {
    const { operation, verdict, exchanges } = result;
    const lockout = operation === undefined ? undefined : target.lockoutOf(operation);
    if (operation === undefined || !lockout) return undefined;
    const [shown] = exchanges;
    const isRejected = shown && !isLost(shown.response) && isOfLockout(lockout, shown.response);
    const isShown = isRejected && ['fail', 'inconclusive'].includes(verdict);
    if (!isUnexplained(result) && !isShown) return undefined;
    const reason = reasonOfLockout(operation, lockout);
    return withOutcome(result, { verdict: 'inconclusive', ...reason, exchanges: [lockout.first] });
  },

  /** Where most requests of an operation are blocked at times, rejections and missing evidence prove nothing. */
  'blocked requests': (result, { target }) => {
    const { operation, verdict, exchanges } = result;
    if (operation === undefined || !target.wasAccepted({ operation })) return undefined;
    const { blocked, all } = target.blockedOf(operation);
    if (blocked * 2 <= all) return undefined;
    const isBlocked = exchanges.some(({ response }) => target.isBlocking(response));
    if (!isUnexplained(result) && !(verdict === 'fail' && isBlocked)) return undefined;
    const lasting = target.blockedForGood(operation);
    const why = {
      kind: 'blocked requests',
      blocked,
      all,
      ...(lasting === undefined ? {} : { lasting }),
    } as const;
    const remedy = lasting === undefined ? { remedy: target.slowerRate() } : {};
    return withOutcome(result, { verdict: 'inconclusive', why, ...remedy });
  },

  /** Rules of an operation that rarely got a response are inconclusive, not only untested. */
  'no response': (result, { target }) => {
    const { operation, remedy: before } = result;
    const interrupted = operation === undefined ? undefined : target.unansweredOf(operation);
    if (!interrupted || !isUnexplained(result)) return undefined;
    const { why, remedy = before, id, request, response } = interrupted;
    const exchanges = [{ id, request, response }];
    return withOutcome(result, { verdict: 'inconclusive', why, ...givenRemedy(remedy), exchanges });
  },

  /** A rejection that looks unlike most of this server may come from something in front of it. */
  'foreign rejection': (result, { contract, target }) => {
    const { verdict, operation, expected = '', saw = '', exchanges, correctedBy } = result;
    const [exchange] = exchanges;
    if (!exchange || isLost(exchange.response) || !wasRejected(exchange)) return undefined;
    if (operation !== undefined && isStatedEmpty(contract, operation, exchange.response)) return undefined;
    const [form, usual] = [formOf(exchange.response), target.usualForm()];
    if (correctedBy || usual === undefined || keyOfForm(usual) === keyOfForm(form)) return undefined;
    const foreign = { form, usual };
    // Probably a firewall, since the server sends other rejections.
    if (verdict === 'fail' && firewalls.includes(exchange.response.status))
      return withOutcome(result, {
        verdict: 'inconclusive',
        why: { kind: 'broken', expected, saw },
        foreign,
      });
    return { ...result, foreign };
  },

  /** Where pages lose or repeat records, no rule fails for a total or a list that was read from them (READINGS P8). */
  'pages that hide records': (result, { contract, ruleOf }, results) => {
    const { operation, verdict, rule } = result;
    if (operation === undefined || !['fail', 'inconclusive'].includes(verdict)) return undefined;
    if (!ruleOf(rule)?.needsAllRecords) return undefined;
    const own = operationIn(contract, operation);
    const listing = own.list ? own : listingOf(contract, creatorOf(contract, operation) ?? own);
    const cause = results.find((one) => {
      const least = ruleOf(one.rule)?.hidesRecords;
      const isHiding = least !== undefined && ['must', least].includes(one.level);
      return one.operation === listing?.id && one.verdict === 'fail' && isHiding;
    });
    if (!cause) return undefined;
    const why = { kind: 'blocked', by: cause.rule } as const;
    return withOutcome(result, { verdict: 'untested', why, exchanges: [] });
  },

  /** Where nothing is broken, listings that change used up the rechecks. */
  'nothing broken': (result, _, results) => {
    const { why } = result;
    const isLeft = typeof why === 'object' && why.kind === 'unconfirmed' && why.since === 'no room';
    if (!isLeft || results.some(({ verdict }) => verdict === 'fail')) return undefined;
    return { ...result, why: { ...why, since: 'others write' } };
  },

  /** What a run had no requests left to create or change shows nothing. */
  'writes spent': (result, { contract, spent }) => {
    const { operation, why } = result;
    const isUnshown = isUnexplained(result) && typeof why === 'object' && why.kind === 'nothing shown';
    if (!spent || operation === undefined || !isUnshown || isOfKind(contract, operation, 'list'))
      return undefined;
    const { detail, remedy } = spent;
    return { ...result, why: { kind: 'lost', detail }, ...givenRemedy(remedy) };
  },

  /** Replaces the rate that a remedy names by the one that this target was seen to accept. */
  'measured rate': (result, { target }) => {
    const { remedy, why = '' } = result;
    // A limiter causes retries, which use up the allowed requests.
    const isUsedUp = isOption(remedy, '--max-writes');
    const rate = isUsedUp ? target.rateReached() : target.rate();
    if ((remedy !== rateRemedy && !isUsedUp) || rate === undefined) return undefined;
    const cause = isUsedUp ? { why: { kind: 'rate limit', of: why } as const } : {};
    return { ...result, ...cause, remedy: remedyOfRate(rate) };
  },

  /** Nothing can be said of an operation that is not there, or accepts no token: none of its rules passes. */
  'unavailable operation': (result, { contract, unavailable }) => {
    const { operation, verdict, exchanges } = result;
    const whole = unavailable.find((one) => one.operation === operation && one.collection === undefined);
    if (!whole || blockerOf(result) !== undefined) return undefined;
    const isMissing = whole.state === 'not implemented';
    const isUnsent = whole.state === 'no collection' || whole.state === 'no example';
    const isVacuous = verdict === 'pass' && !isUnsent;
    const isCutOff = exchanges.some(({ response }) => !isLost(response) && isOutside(response));
    // 501 is otherwise a crash, and 404 a page that is not served.
    const isAllGone = exchanges.every(({ response }) => isLost(response) || isGone(response));
    // A created record does not show that an operation reads it.
    const isUnread = verdict === 'fail' && isOfKind(contract, whole.operation, 'read');
    const applies =
      verdict === 'untested' ||
      isVacuous ||
      (verdict === 'inconclusive' && isCutOff) ||
      (isMissing && (isUnread || (['inconclusive', 'fail'].includes(verdict) && isAllGone)));
    if (!applies) return undefined;
    const { state, shown } = whole;
    const why = { kind: 'unavailable', state, ...(shown ? { shown } : {}) } as const;
    return withOutcome(result, { verdict: 'untested', why, ...givenRemedy(whole.remedy), exchanges: [] });
  },

  /** Rules that the run did not reach before it ended. */
  'ended run': (result, { halt, ruleOf }) => {
    const { verdict, rule, exchanges } = result;
    if (!halt) return undefined;
    const hasRelations = ruleOf(rule)?.claims.some(({ on }) => on === 'listing') === true;
    const isUnreached =
      verdict === 'untested' ||
      (verdict === 'pass' && hasRelations) ||
      (verdict === 'inconclusive' && exchanges.some(({ response }) => response === halt.cutOff));
    return isUnreached ? { ...result, ...outcomeOfHalt(halt) } : undefined;
  },

  /** Rules of an operation that accepted nothing have the reason of the rule that knows it. */
  'nothing accepted': (result, { of, target }, results) => {
    if (of === 'recording') return undefined;
    const { operation, remedy } = result;
    if (operation === undefined || !isUnexplained(result) || remedy !== undefined) return undefined;
    if (target.wasAccepted({ operation })) return undefined;
    const known = results.find(
      (one) => one.operation === operation && one.verdict === 'untested' && one.remedy !== undefined,
    );
    if (!known) return undefined;
    return { ...result, why: known.why ?? '', ...givenRemedy(known.remedy) };
  },

  /** Clients rarely send the requests of some rules, so a recording is not expected to contain them. */
  'only in checks': (result, { of, ruleOf }) => {
    if (of === 'check') return undefined;
    const { verdict, rule, remedy } = result;
    const isTried = ruleOf(rule)?.claims.every(({ on }) => on === 'attempt') === true;
    if (!isTried || verdict !== 'untested' || remedy !== undefined) return undefined;
    return withOutcome(result, { verdict, why: { kind: 'only in checks' } });
  },
};

/** Applies the corrections to all results of a check or a recording; each result names those that changed it. */
export const correct = (results: readonly Result[], facts: Facts): readonly Result[] =>
  Object.entries(corrections).reduce(
    (before, [name, correction]) =>
      before.map((result) => {
        const corrected = correction(result, facts, before);
        return corrected ? { ...corrected, correctedBy: [...(result.correctedBy ?? []), name] } : result;
      }),
    results,
  );
