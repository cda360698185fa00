import { memberOf } from '../../src/contract/clauses.ts';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import { withNonce } from '../core/nonce.ts';
import { heldAs } from '../core/observation.ts';
import { printCall } from '../core/print.ts';
import { mayPass, wasAccepted, wasRejected } from '../core/status.ts';
import type { WritingOperation } from '../core/calls.ts';
import { shapeReaderOf } from '../core/shape.ts';
import { type Control, type Creations, creationsOf, type Edit, joined } from './creations.ts';

/** One request to try: its control with exactly one edit. */
export type Trial = Pick<
  Attempt,
  'clause' | 'what' | 'expects' | 'redirectRejects' | 'showsAcceptance' | 'notApplicable'
> &
  Edit & { readonly control: Control };

type Seen = Pick<Attempt, 'exchange' | 'before' | 'after' | 'failedOnce' | 'notApplicable' | 'isKnownGood'>;

/** Hands an attempt over as evidence. */
export const tell = (
  context: ExperimentContext,
  operation: WritingOperation,
  { clause, what, expects, redirectRejects, showsAcceptance }: Omit<Trial, 'control'>,
  seen: Seen,
): void =>
  context.report({
    operation,
    clause,
    what,
    expects,
    ...(redirectRejects ? { redirectRejects } : {}),
    ...(showsAcceptance ? { showsAcceptance } : {}),
    ...seen,
  });

/** Sends trials between accepted controls, control by control, acceptances last, and hands them over (READINGS P3). */
export async function attempt(
  context: ExperimentContext,
  operation: WritingOperation,
  trials: readonly Trial[],
): Promise<void> {
  const creations = creationsOf(context, operation);
  const due = trials.map((trial) => ({ ...trial, ...unlessAllowed(context, operation, trial) }));
  for (const { notApplicable, ...trial } of due)
    if (notApplicable) tell(context, operation, trial, { notApplicable });
  const sendable = due.filter(({ notApplicable }) => !notApplicable);
  const isAcceptance = ({ expects }: Trial): boolean => expects === 'acceptance';
  const others = sendable.filter((trial) => !isAcceptance(trial));
  for (const [control, batch] of Map.groupBy(others, (trial) => trial.control))
    await creations.inTurn(() => rejections(context, operation, creations, control, batch));
  for (const trial of sendable.filter(isAcceptance))
    await creations.inTurn(() => acceptance(context, operation, creations, trial));
}

/** Why a request is not to be accepted that would be by the contract that ships with assay: an Overlay rules it out. */
function unlessAllowed(
  { contract, target }: ExperimentContext,
  operation: WritingOperation,
  { expects, control, edit, notApplicable }: Trial,
): Pick<Trial, 'notApplicable'> {
  if (notApplicable || expects !== 'acceptance' || !contract.texts || !edit) return {};
  const sent = JSON.parse(withNonce(edit(control(target.subscriptions[0])), '')) as Json;
  const [breach] = shapeReaderOf(contract).request(operation, sent);
  return breach
    ? { notApplicable: { why: `the contract allows no such ${memberOf(breach.constraint)}` } }
    : {};
}

/** Sends all that is to be rejected, or may be; where something was, the control is repeated after it. */
async function rejections(
  context: ExperimentContext,
  operation: WritingOperation,
  creations: Creations,
  make: Control,
  trials: readonly Trial[],
): Promise<void> {
  const { control, repeat, send } = creations;
  const before = await control(make);
  if (!before || !wasAccepted(before)) {
    for (const trial of trials)
      tell(
        context,
        operation,
        trial,
        before ? { before } : { notApplicable: outOfWrites(context, operation) },
      );
    return;
  }
  // The control after them has to find room, too.
  const room = Math.max(0, context.writesLeft() - 1);
  for (const trial of trials.slice(room))
    tell(context, operation, trial, { notApplicable: outOfWrites(context, operation) });
  const sent = await Promise.all(
    trials.slice(0, room).map(async (trial) => ({ trial, exchange: await send(make, trial) })),
  );
  const isOpen = sent.some(({ trial, exchange }) => !wasAccepted(exchange) && needsControl(context, trial));
  let after = isOpen ? await repeat(make) : undefined;
  const rejected = sent.filter(({ exchange }) => wasRejected(exchange)).map(({ trial }) => trial);
  for (const trial of spread(rejected)) {
    if (!after || !wasRejected(after)) break;
    const seen = await rejectedAfter(context, creations, make, trial);
    if (!seen) continue;
    const clause = `${operation}/accepted`;
    const about = {
      clause,
      what: `a valid request sent after ${trial.what}`,
      expects: 'acceptance',
    } as const;
    tell(context, operation, about, { exchange: seen.rejected, before, after: seen.accepted });
    after = seen.accepted;
  }
  for (const { trial, exchange } of sent)
    tell(context, operation, trial, { exchange, before, ...(after ? { after } : {}) });
}

/** Whether a rejection says something only with a control after it: that of a choice does where the choice is pinned. */
const needsControl = ({ target }: ExperimentContext, { expects, clause }: Trial): boolean =>
  expects !== 'either' || [...target.choices.keys()].some((choice) => heldAs(choice) === clause);

/** The first, the middle and the last of some, each once: a server may reject them in different places. */
const spread = <T>(some: readonly T[]): T[] => [
  ...new Set([0, some.length >> 1, some.length - 1].flatMap((place) => some[place] ?? [])),
];

/**
 * Tells a control that is accepted again and again, except after a request that is rejected: then it is rejected for what
 * was wrong with that one. Gives back the last of each; undefined if that is not so. Each round sends one more in between,
 * so that servers which take turns do not look like it, and a firewall that shuts out for a while is left alone.
 */
async function rejectedAfter(
  context: ExperimentContext,
  { repeat, send }: Creations,
  make: Control,
  bad: Trial,
): Promise<{ readonly accepted: Exchange; readonly rejected: Exchange } | undefined> {
  let rejected: Exchange | undefined;
  for (let round = 1; round <= rechecks; round += 1) {
    if (context.writesLeft() < round + 3) return undefined;
    for (let times = 0; times < round; times += 1) if (!wasAccepted(await repeat(make))) return undefined;
    if (!wasRejected(await send(make, bad))) return undefined;
    rejected = await repeat(make);
    if (!wasRejected(rejected) || mayPass(rejected)) return undefined;
  }
  const accepted = await repeat(make);
  return rejected && wasAccepted(accepted) ? { accepted, rejected } : undefined;
}

/** Sends what is to be accepted; where it is rejected, the control is repeated after it. */
async function acceptance(
  context: ExperimentContext,
  operation: WritingOperation,
  { control, send }: Creations,
  trial: Trial,
): Promise<void> {
  const before = await control(trial.control);
  const isRoom = context.writesLeft() >= 2;
  if (!before || (wasAccepted(before) && !isRoom))
    return tell(context, operation, trial, { notApplicable: outOfWrites(context, operation) });
  if (!wasAccepted(before)) return tell(context, operation, trial, { before });
  const again = () => send(trial.control, { ...trial, isDue: true });
  tell(context, operation, trial, {
    before,
    ...(await recheck(context, await again(), again, () => send(trial.control, { isDue: true }))),
  });
}

/** How often a failure is tried again that may pass, each time with its control after it (READINGS P3). */
const rechecks = 3;

/**
 * Tries again what was to be accepted and was not, with its control after it: what may pass as often as a relation, until
 * it is accepted or its control is not; a plain rejection needs only the control.
 */
export async function recheck(
  context: ExperimentContext,
  first: Exchange,
  again: () => Promise<Exchange>,
  control: () => Promise<Exchange>,
): Promise<Pick<Attempt, 'after' | 'failedOnce'> & { readonly exchange: Exchange }> {
  const { reply } = first;
  if (!isLost(reply) && reply.failedOnce)
    return { exchange: first, failedOnce: { call: first.call, reply: reply.failedOnce } };
  if (!(wasRejected(first) || mayPass(first)) || context.writesLeft() === 0) return { exchange: first };
  let after = await control();
  if (!mayPass(first)) return { exchange: first, after };
  let exchange = first;
  for (let round = 0; round < rechecks && wasAccepted(after); round += 1) {
    if (context.writesLeft() < 2) return { exchange: first };
    exchange = await again();
    if (wasAccepted(exchange)) return { exchange, after, failedOnce: first };
    after = await control();
  }
  return { exchange, after };
}

/**
 * Tries what is to be accepted all at once, with what else is worth seeing: where it is accepted, each part of it is.
 * Where it is not, the parts are tried one by one.
 */
export async function attemptTogether(
  context: ExperimentContext,
  operation: WritingOperation,
  trials: readonly Trial[],
  others: readonly Edit[] = [],
): Promise<void> {
  const creations = creationsOf(context, operation);
  const [first] = trials;
  const isOutside = trials.some(
    (one) => one.notApplicable ?? unlessAllowed(context, operation, one).notApplicable,
  );
  if (!first || isOutside) return attempt(context, operation, trials);
  const { control } = first;
  const whole = await creations.inTurn(async () => {
    const before = await creations.control(control);
    if (!before || !wasAccepted(before) || context.writesLeft() === 0) return undefined;
    const exchange = await creations.send(control, joined([...trials, ...others]));
    return wasAccepted(exchange) ? { exchange, before } : undefined;
  });
  if (!whole) return attempt(context, operation, trials);
  for (const trial of trials) tell(context, operation, trial, whole);
}

/** Says that a request could not be sent, since it might create one record too many. */
export function outOfWrites(
  { contract, moreWrites }: ExperimentContext,
  operation: WritingOperation,
): NonNullable<Trial['notApplicable']> {
  const { method, path } = contract.operations[operation];
  return {
    why: 'this run may send no more requests that create records',
    remedy: moreWrites,
    stoppedAt: printCall({ method, target: path }),
  };
}
