import type { Contract } from '../../src/contract/contract.ts';
import { type HttpRequest, isLost } from '../../src/http/exchange.ts';
import type { Claim } from './claim.ts';
import type { ExperimentContext } from './context.ts';
import type { Attempt, NotApplicable } from './evidence.ts';
import type { RunExchange } from './exchange.ts';
import { judgeAttempt } from './judge-attempts.ts';
import { type ChoiceContext, choiceRuleId } from './observation.ts';
import { countedAs } from './operation-of.ts';
import { readUntil } from './settling.ts';
import { isMissing, outcomeOf, outcomeVerb, wasAccepted, wasRejected } from './status.ts';
import { mayPass, transientFailure } from './transient.ts';

/** A read that differs from its control in one edit; by default it must be rejected. */
export type ReadTrial = Pick<Attempt, 'clause' | 'what' | 'showsAcceptance' | 'redirectRejects'> & {
  readonly expects?: Attempt['expects'] | undefined;
  readonly request: HttpRequest;
};

/** Sends reads between two readings of their control, and reports them as attempts (READINGS P3). */
export async function attemptReads(
  context: ExperimentContext,
  control: HttpRequest,
  trials: readonly ReadTrial[],
): Promise<readonly RunExchange[]> {
  const before = await context.exchange(control);
  const exchanges = await Promise.all(
    trials.map(async (trial) => ({ trial, exchange: await context.exchange(trial.request) })),
  );
  const isOpen = exchanges.some(({ trial, exchange }) => wasRejected(exchange) && trial.expects !== 'either');
  const readAgain = () => context.sendAfresh(control).catch(() => undefined);
  // What was created may take some time to show each time.
  const after = isOpen
    ? (await readUntil(context, readAgain, (one) => !one || !isMissing(one))).after
    : undefined;
  for (const { trial, exchange } of exchanges) {
    const { request: _request, expects = 'rejection', ...about } = trial;
    const operation = countedAs(context.contract, control);
    context.report({ operation, ...about, expects, exchange, before, after });
  }
  return exchanges.map(({ exchange }) => exchange);
}

/** Sends reads that try a choice, each called by what it is. */
export const tryReads = (
  context: ChoiceContext,
  control: HttpRequest,
  requests: Readonly<Record<string, HttpRequest>>,
): Promise<readonly RunExchange[]> =>
  attemptReads(
    context,
    control,
    Object.entries(requests).map(([what, request]) => ({
      clause: choiceRuleId(context.choice),
      what,
      expects: 'either',
      request,
    })),
  );

const rounds = 3;

/**
 * Reports a read that must be accepted; if it was not, it and its control are sent again (READINGS P3). `isShown`
 * tells whether a control still contains what the read asks for.
 */
export async function reportRead(
  context: ExperimentContext,
  about: Omit<Attempt, 'expects'> & Readonly<Record<'exchange' | 'before', RunExchange>>,
  isShown: (control: Awaited<ReturnType<ExperimentContext['exchangeAfresh']>>) => boolean,
): Promise<void> {
  const { exchange, before, what, notApplicable } = about;
  const attempt = { ...about, expects: 'acceptance' } as const;
  if (exchange.failedOnce) return context.report({ ...attempt, failedOnce: exchange.failedOnce });
  if (notApplicable || !(wasRejected(exchange) || mayPass(exchange))) return context.report(attempt);
  let after: RunExchange | undefined;
  for (let round = 0; round < rounds; round += 1) {
    // Twice in a row, since of two replicas that take turns one may not have the record (P6).
    const again = [
      await context.exchangeAfresh(exchange.request),
      await context.exchangeAfresh(exchange.request),
    ];
    const controls = [
      await context.exchangeAfresh(before.request),
      await context.exchangeAfresh(before.request),
    ];
    const isStill = controls.every(isShown);
    const served = again.find(wasAccepted);
    if (isStill && served && mayPass(exchange))
      return context.report({ ...attempt, exchange: served, failedOnce: exchange });
    if (!isStill || served) return context.report({ ...attempt, notApplicable: movedOn(what, exchange) });
    after = [...controls, ...again.filter(isInterrupted)].find((one) => !wasAccepted(one)) ?? controls[0];
    if (after && !wasAccepted(after)) break;
  }
  context.report({ ...attempt, after });
}

const isInterrupted = (exchange: RunExchange): boolean => transientFailure(exchange) !== undefined;

const movedOn = (what: string, exchange: RunExchange): NotApplicable => ({
  why: `${what} ${outcomeVerb(exchange)}, and then served, or what it looks for was not listed any more`,
});

export const hasCrashed = ({ exchange }: Attempt): boolean =>
  exchange !== undefined &&
  !isLost(exchange.response) &&
  exchange.response.status >= 500 &&
  !transientFailure(exchange);

/** A claim that some attempts do not crash a server, which may serve them. */
export const crashesNothing = (isMeant: (attempt: Attempt, contract: Contract) => boolean): Claim => ({
  on: 'attempt',
  readsAll: true,
  judge: (attempt, judge) => {
    const { exchange, what } = attempt;
    if (exchange && isMeant(attempt, judge.contract))
      judge.claim(!hasCrashed(attempt), () => ({
        expected: `${what} is rejected (4xx) or served`,
        saw: outcomeOf(exchange),
        shown: [exchange],
      }));
  },
});

/** The claim that invalid reads are rejected. Another rule reports crashes (P8). */
export const readsRejected: Claim = {
  on: 'attempt',
  judge: (attempt, judge) =>
    hasCrashed(attempt)
      ? judge.untested(`${attempt.what} crashed; another rule reports that`)
      : judgeAttempt(attempt, judge),
};
