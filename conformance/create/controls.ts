// Which requests of an operation are known to be good: those from which others differ.

import { clauseId } from '../../src/contract/kind-clauses.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { isLost } from '../../src/http/exchange.ts';
import { printRequest } from '../../src/print.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { NotApplicable } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { type Remedy, remedyFor } from '../core/remedies.ts';
import { notAccepted } from '../core/server-message.ts';
import { limitNamed, wasAccepted } from '../core/status.ts';
import { transientFailure } from '../core/transient.ts';
import type { Explanation } from '../core/verdict.ts';
import { reportAttempt, type Trial, whyUnsent } from './attempts.ts';
import { recheckAttempt } from './confirm-outcomes.ts';
import { creationProfile } from './creation-profile.ts';
import { creationsOf } from './creations.ts';
import { type Control, leastWith } from './edits.ts';

/** The accepted requests from which trials differ: one with the required fields, and one with all. */
export type TrialControls = {
  readonly least: Control;
  /** With the optional fields, if such a request is accepted and is another one. */
  readonly full?: Control | undefined;
  readonly whyNotFull?: NotApplicable | undefined;
};

/** A control that was sent, and whether it was accepted. */
export type SentControl = {
  readonly control: Control;
  readonly exchange: RunExchange;
  readonly isAccepted: boolean;
};

/** Whether a control was sent and accepted. */
export const isGood = (sent: SentControl | undefined): sent is SentControl & { readonly isAccepted: true } =>
  sent?.isAccepted === true;

type Acceptance = Pick<Trial, 'clause' | 'what'>;

/** Sends controls of an operation, and reports what their responses say of rules on acceptances. */
export function controlsOf(context: ExperimentContext, operation: OperationId) {
  const { inTurn, control: sendOnce, send: sendEdited } = creationsOf(context, operation);
  const report = (acceptance: Acceptance, seen: Parameters<typeof reportAttempt>[3]): void =>
    reportAttempt(context, operation, { ...acceptance, expects: 'acceptance' }, seen);
  return {
    /** The first of some controls that is accepted, else the last; undefined if none can be sent. */
    firstAccepted: async (controls: readonly Control[]): Promise<SentControl | undefined> => {
      let sent: SentControl | undefined;
      for (const control of controls) {
        const exchange = await inTurn(() => sendOnce(control));
        if (exchange) sent = { control, exchange, isAccepted: wasAccepted(exchange) };
        if (isGood(sent)) break;
      }
      return sent;
    },
    reportAcceptance: (acceptance: Acceptance, exchange: RunExchange, isKnownGood = false): void =>
      report(acceptance, { exchange, isKnownGood }),
    reportNotApplicable: (acceptance: Acceptance, why: Explanation, remedy: Remedy): void =>
      report(acceptance, { notApplicable: { why, remedy } }),
    /** Reports a control that may not be sent. */
    reportUnsent: (acceptance: Acceptance, control: Control): void =>
      report(acceptance, { notApplicable: whyUnsent(context, operation, control) }),
    /** Reports a control that differs in one edit from another, which was accepted and is sent again after a rejection. */
    reportBeside: async (
      acceptance: Acceptance,
      { control, exchange }: SentControl,
      before: SentControl,
    ): Promise<void> => {
      const send = (one: Control) => () => inTurn(() => sendEdited(one, { isDue: true }));
      const seen = await recheckAttempt(context, exchange, send(control), send(before.control));
      report(acceptance, { before: before.exchange, ...seen });
    },
    /**
     * Why nothing can be tried that differs from a control, if it was not accepted. If it is declared good, was lost or too
     * large, the reason lies in this run; otherwise a line of the target file helps, by default that of the status.
     */
    whyNot: (
      what: string,
      control: Control,
      sent: SentControl | undefined,
      {
        remedy,
        isDeclared = false,
      }: { readonly remedy?: Remedy | undefined; readonly isDeclared?: boolean } = {},
    ): NotApplicable | undefined => {
      if (isGood(sent)) return undefined;
      if (!sent) return whyUnsent(context, operation, control);
      const { request, response } = sent.exchange;
      const limit = limitNamed(response);
      const isOfRun = isDeclared || limit !== undefined || transientFailure(sent.exchange) !== undefined;
      const stoppedAt = isOfRun ? printRequest(request) : undefined;
      if (limit) return { why: `${what} ${limit}`, stoppedAt };
      const byStatus = isLost(response)
        ? undefined
        : remedyFor(context.contract, operation, response.status, context.target);
      return { why: notAccepted(what, sent.exchange), remedy: remedy ?? byStatus, stoppedAt };
    },
  };
}

type FoundControls = { readonly trialControls: TrialControls; readonly good: SentControl | undefined };

/** The valid requests from which others of an operation differ; sent once in a run. */
export const findControls = (context: ExperimentContext, operation: string): Promise<FoundControls> =>
  context.shared(`controls of ${operation}`, async () => {
    const { firstAccepted, reportAcceptance, reportBeside, reportUnsent, whyNot } = controlsOf(
      context,
      operation,
    );
    const { optionalFields } = creationProfile(context.contract, operation);
    const least = leastWith(context, operation);
    const full = leastWith(context, operation, optionalFields);
    const sent = await firstAccepted([least]);
    const whole = optionalFields.length === 0 ? undefined : await firstAccepted([full]);
    const accepted = { clause: clauseId(operation, 'accepted'), what: 'a request with the required fields' };
    if (!sent) reportUnsent(accepted, least);
    else if (isGood(sent) || !isGood(whole)) reportAcceptance(accepted, sent.exchange, true);
    else await reportBeside(accepted, sent, whole);
    const good = [sent, whole].find(isGood);
    const whyNotFull =
      optionalFields.length > 0 ? whyNot('a request with all fields', full, whole) : undefined;
    return {
      good,
      trialControls: {
        least: good?.control ?? least,
        full: isGood(whole) ? full : undefined,
        whyNotFull,
      },
    };
  });
