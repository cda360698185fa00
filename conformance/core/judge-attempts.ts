import type { OperationId } from '../../src/contract/operations.ts';
import { showsResource } from '../../src/contract/record.ts';
import { isLost } from '../../src/http/exchange.ts';
import { printRequest } from '../../src/print.ts';
import type { Claim, Judge } from './claim.ts';
import { jsonIn } from './created.ts';
import type { Attempt } from './evidence.ts';
import type { RunExchange } from './exchange.ts';
import { remedyFor } from './remedies.ts';
import { notAccepted, serverMessage } from './server-message.ts';
import { isRedirect, outcomeOf, outcomeVerb, wasAccepted, wasRejected } from './status.ts';
import { mayPass, transientFailure } from './transient.ts';

/** The claim of a rule on attempts: what must be rejected is rejected, and what must be accepted is accepted. */
export const attempts: Claim = { on: 'attempt', judge: judgeAttempt };

export function judgeAttempt(attempt: Attempt, judge: Judge): void {
  const { operation, exchange, before, what, notApplicable, expects } = attempt;
  const stopped = exchange && !isTurnedAway(attempt, exchange) ? transientFailure(exchange) : undefined;
  const limit = exchange && judge.acceptedRequests.limitOf(operation, exchange);
  if (notApplicable) judge.untested(notApplicable.why, notApplicable.remedy, notApplicable.stoppedAt);
  else if (before && !wasAccepted(before)) withhold('a valid request', operation, before, judge, true);
  else if (exchange && limit !== undefined)
    judge.untested(`${what} ${limit}`, undefined, printRequest(exchange.request));
  else if (stopped)
    judge.inconclusive({ kind: 'of one', what, why: stopped.why }, stopped.remedy, exchange as RunExchange);
  else if (exchange && expects === 'rejection') judgeRejection(attempt, exchange, judge);
  else if (exchange) judgeAcceptance(attempt, exchange, judge);
}

function judgeRejection(attempt: Attempt, exchange: RunExchange, judge: Judge): void {
  const { operation, what, before, after } = attempt;
  const isRejected = wasRejected(exchange) || isTurnedAway(attempt, exchange);
  // A crash is neither a rejection nor an acceptance: a rule of its own blames it (READINGS, levels and P8).
  if (!isRejected && !wasAccepted(exchange))
    judge.inconclusive(
      { kind: 'crash', saw: `${what} ${outcomeVerb(exchange)}`, ...statusOfCrash(exchange) },
      undefined,
      exchange,
    );
  else if (attempt.showsAcceptance && wasAccepted(exchange) && !isShownBy(exchange, operation, judge))
    judge.untested(`${what} ${outcomeVerb(exchange)}, but the response does not contain the created record`);
  else if (isRejected && after && !wasAccepted(after))
    withhold('a valid request sent after an invalid one', operation, after, judge, true);
  else
    judge.claim(isRejected, () => ({
      title: `${what} is rejected`,
      expected: `${what} is rejected (4xx)`,
      saw: outcomeOf(exchange),
      shown: [exchange, ...(before ? [before] : [])],
    }));
}

function judgeAcceptance(attempt: Attempt, exchange: RunExchange, judge: Judge): void {
  const { operation, what, before, after, isKnownGood, failedOnce } = attempt;
  const isAccepted = wasAccepted(exchange);
  const expected = `${what} is accepted (2xx)`;
  if (failedOnce)
    judge.intermittent({
      expected,
      saw: `${outcomeOf(failedOnce)}${serverMessage(failedOnce)}; when it was tried again, ${outcomeOf(exchange)}`,
      shown: [failedOnce, exchange],
    });
  if (isAccepted && !isShownBy(exchange, operation, judge))
    judge.untested(`${what} was accepted, but the response does not contain the created record`);
  // Where nothing was accepted before it, a rejection cannot be distinguished from a quota or a duplicate (READINGS P3).
  else if (wasRejected(exchange) && !after) withhold(what, operation, exchange, judge);
  else if (after && !wasAccepted(after))
    withhold(`a valid request sent after ${what}`, operation, after, judge, true);
  else if (!isAccepted && !before && !isKnownGood) withhold(what, operation, exchange, judge);
  // Without a second try, this may have been a single failure (READINGS P3).
  else if (mayPass(exchange) && before && !after)
    judge.inconclusive(
      `${what} ${outcomeVerb(exchange)}${serverMessage(exchange)}, and this run may send no more requests to try it again`,
      undefined,
      exchange,
    );
  // The conflict may be with a record that an earlier run created.
  else if (isConflict(exchange)) withhold(what, operation, exchange, judge);
  else
    judge.claim(isAccepted, () => ({
      title: `${what} is accepted`,
      expected,
      saw: outcomeOf(exchange) + serverMessage(exchange),
      shown: [exchange, ...(after ? [after] : []), ...(before ? [before] : [])],
    }));
}

/**
 * Withholds a judgement because a request was not accepted. If a control was rejected after the last accepted request,
 * the server cannot be tested further: that is inconclusive (READINGS P3).
 */
function withhold(
  what: string,
  operation: OperationId,
  exchange: RunExchange,
  judge: Judge,
  isControl = false,
): void {
  const { acceptedRequests, contract, target } = judge;
  const { request, response } = exchange;
  const limit = acceptedRequests.limitOf(operation, exchange);
  const reason = notAccepted(what, exchange);
  const isRejected = !isLost(response) && wasRejected(exchange);
  const remedy = isRejected
    ? remedyFor(contract, operation, response.status, target)
    : transientFailure(exchange)?.remedy;
  const place = isControl && isRejected ? acceptedRequests.whenSent(operation, exchange) : 'first';
  if (limit) judge.untested(`${what} ${limit}`, undefined, printRequest(request));
  else if (!isRejected) judge.inconclusive(reason, remedy, exchange);
  else if (place === 'last' && typeof reason !== 'string')
    judge.inconclusive({ ...reason, isLast: true }, remedy, exchange);
  else judge.untested(reason, remedy, ...(place === 'between' ? [printRequest(request)] : []));
}

const statusOfCrash = ({ response }: RunExchange): { readonly status?: number } =>
  isLost(response) || response.status < 500 ? {} : { status: response.status };

const isConflict = ({ response }: RunExchange): boolean => !isLost(response) && response.status === 409;

const isTurnedAway = ({ redirectRejects }: Attempt, { response }: RunExchange): boolean =>
  redirectRejects === true && !isLost(response) && isRedirect(response);

/** Whether a response shows what its operation is about. */
const isShownBy = (exchange: RunExchange, operation: OperationId, { contract }: Judge): boolean =>
  !isLost(exchange.response) && showsResource(contract, operation, jsonIn(exchange));
