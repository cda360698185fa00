import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import type { ExperimentContext } from '../../core/context.ts';
import { printCall } from '../../core/print.ts';
import { outcomeWords } from '../../core/server-message.ts';
import { limitNamed, transientFailure, wasAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import { profiles } from '../../profiles/profiles.ts';
import { outOfWrites, recheck, type Trial, tell } from '../attempts.ts';
import { type Control, creationsOf } from '../creations.ts';

/** A control that was sent, and the response that it got. */
export type Opening = {
  readonly control: Control;
  readonly exchange: Exchange;
  readonly isAccepted: boolean;
};

/** The first of some controls that is accepted; else the response that the last of them got. */
export async function firstAccepted(
  context: ExperimentContext,
  operation: WritingOperation,
  controls: readonly Control[],
): Promise<Opening | undefined> {
  let opening: Opening | undefined;
  for (const control of controls) {
    const exchange = await creationsOf(context, operation).inTurn(() =>
      creationsOf(context, operation).control(control),
    );
    if (exchange) opening = { control, exchange, isAccepted: wasAccepted(exchange) };
    if (isOpen(opening)) break;
  }
  return opening;
}

/** Whether an opening was accepted. */
export const isOpen = (opening: Opening | undefined): opening is Opening & { readonly isAccepted: true } =>
  opening?.isAccepted === true;

/** A rule on acceptances, and what it wants accepted. */
type Acceptance = Pick<Trial, 'clause' | 'what'>;

/** Hands over the response to a request that a rule wants accepted. */
export const tellOpening = (
  context: ExperimentContext,
  operation: WritingOperation,
  acceptance: Acceptance,
  exchange: Exchange,
  isKnownGood: boolean,
): void => tell(context, operation, { ...acceptance, expects: 'acceptance' }, { exchange, isKnownGood });

/** Hands over that a rule had no data. */
export const reportNotApplicable = (
  context: ExperimentContext,
  operation: WritingOperation,
  acceptance: Acceptance,
  why: string,
  remedy: string,
): void =>
  tell(context, operation, { ...acceptance, expects: 'acceptance' }, { notApplicable: { why, remedy } });

/**
 * Hands over the response that a request got that differs in one edit from another, which was accepted before it. Where it
 * is rejected, the other is sent once more.
 */
export async function tellNext(
  context: ExperimentContext,
  operation: WritingOperation,
  acceptance: Acceptance,
  { control, exchange: first }: Opening,
  before: Opening,
): Promise<void> {
  const { inTurn, send: sendAs } = creationsOf(context, operation);
  const send = (one: Control) => () => inTurn(() => sendAs(one, { isDue: true }));
  const seen = await recheck(context, first, send(control), send(before.control));
  tell(context, operation, { ...acceptance, expects: 'acceptance' }, { before: before.exchange, ...seen });
}

/**
 * Why nothing can be tried that differs from a request, if it was not accepted. If the target file declares that it is, or
 * if it was lost or too large, that lies in this run; else a line of the target file would help, by default that of the
 * status.
 */
export function whyNot(
  context: ExperimentContext,
  operation: WritingOperation,
  what: string,
  opening: Opening | undefined,
  {
    remedy,
    isDeclared = false,
  }: { readonly remedy?: string | undefined; readonly isDeclared?: boolean } = {},
): NonNullable<Trial['notApplicable']> | undefined {
  if (isOpen(opening)) return undefined;
  if (!opening) return { ...outOfWrites(context, operation), why: `${what} could not be sent` };
  const { exchange } = opening;
  const limit = limitNamed(exchange.reply);
  const isOfRun = isDeclared || limit !== undefined || transientFailure(exchange.reply) !== undefined;
  const stopped = isOfRun ? { stoppedAt: printCall(exchange.call) } : {};
  if (limit) return { why: `${what} ${limit}`, ...stopped };
  const line =
    remedy ??
    (isLost(exchange.reply)
      ? undefined
      : profiles[operation].remedyFor(exchange.reply.status, context.target));
  return {
    why: outcomeWords(what, exchange),
    ...(line === undefined ? {} : { remedy: line }),
    ...stopped,
  };
}
