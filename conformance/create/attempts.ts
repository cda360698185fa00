import { fieldOf } from '../../src/contract/constraint-words.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';
import { printRequest } from '../../src/print.ts';
import type { Context, ExperimentContext } from '../core/context.ts';
import type { Attempt, Breach, NotApplicable } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { numberOf } from '../core/nonces.ts';
import { choiceRuleId } from '../core/observation.ts';
import { remedyFor } from '../core/remedies.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { closedAfter, isClosed, recheckAttempt, rejectedAfter } from './confirm-outcomes.ts';
import { creationsOf, mostVain } from './creations.ts';
import { asItIs, breachesOf, type Control, type Edit, joined } from './edits.ts';

/** A request that an experiment tries: its control, its edit, and whether it is to be accepted or rejected. */
export type Trial = Pick<
  Attempt,
  'clause' | 'what' | 'expects' | 'redirectRejects' | 'showsAcceptance' | 'notApplicable'
> &
  Edit & {
    readonly control: Control;
    /** The same request with another value that is as good: some other record may have the first one. */
    readonly otherwise?: (control: Json, number: number) => Json;
    /** Whether a breach of the schema is the one that makes it invalid; without it, a clause that no schema states does. */
    readonly breaks?: (breach: Breach) => boolean;
  };

type SentAttempt = Pick<
  Attempt,
  'exchange' | 'before' | 'after' | 'failedOnce' | 'notApplicable' | 'isKnownGood'
>;

export const reportAttempt = (
  context: ExperimentContext,
  operation: OperationId,
  { clause, what, expects, redirectRejects, showsAcceptance }: Omit<Trial, 'control' | 'breaks'>,
  seen: SentAttempt,
): void =>
  context.report({
    operation,
    clause,
    what,
    expects,
    redirectRejects,
    showsAcceptance,
    ...seen,
  });

/** Sends trials between accepted controls, control by control, acceptances last, and reports them (READINGS P3). */
export async function attempt(
  context: ExperimentContext,
  operation: OperationId,
  trials: readonly Trial[],
): Promise<void> {
  const tries = triesOf(context, operation);
  const dueTrials = trials
    .filter((trial) => isAsExpected(context, operation, trial))
    .map((trial) => ({ ...trial, ...unlessAllowed(context, operation, trial) }));
  for (const { notApplicable, ...trial } of dueTrials)
    if (notApplicable) tries.report(trial, { notApplicable });
  const sendable = dueTrials.filter(({ notApplicable }) => !notApplicable);
  const isAcceptance = ({ expects }: Trial): boolean => expects === 'acceptance';
  const others = sendable.filter((trial) => !isAcceptance(trial));
  for (const [control, batch] of Map.groupBy(others, (trial) => trial.control))
    await tries.inTurn(() => rejections(tries, control, batch));
  for (const trial of sendable.filter(isAcceptance)) await tries.inTurn(() => acceptance(tries, trial));
}

/** What sends the trials of an operation and reports them. */
const triesOf = (context: ExperimentContext, operation: OperationId) => ({
  ...creationsOf(context, operation),
  context,
  operation,
  report: (trial: Omit<Trial, 'control' | 'breaks'>, seen: SentAttempt): void =>
    reportAttempt(context, operation, trial, seen),
  /** Reports that a trial was not sent, because its control may not be, or no more records may be created. */
  reportUnsent: (trial: Trial, control?: Control): void =>
    reportAttempt(context, operation, trial, {
      notApplicable: control ? whyUnsent(context, operation, control) : outOfWrites(context, operation),
    }),
});

type Tries = ReturnType<typeof triesOf>;

const edited =
  ({ control, edit = asItIs }: Trial): Control =>
  (knownGood) =>
    edit(control(knownGood));

/** Whether a request that should break the contract does: one that turns out valid is not sent. */
const isAsExpected = (context: Context, operation: OperationId, trial: Trial): boolean =>
  !trial.breaks ||
  trial.notApplicable !== undefined ||
  breachesOf(context, operation, edited(trial)).some(trial.breaks);

/** Why a request need not be accepted: an Overlay rules it out. */
function unlessAllowed(context: Context, operation: OperationId, trial: Trial): Pick<Trial, 'notApplicable'> {
  const { expects, edit, notApplicable } = trial;
  if (notApplicable || expects !== 'acceptance' || !context.contract.texts || !edit) return {};
  const [breach] = breachesOf(context, operation, edited(trial));
  return breach
    ? { notApplicable: { why: `the contract allows no such ${fieldOf(breach.constraint)}` } }
    : {};
}

/** Sends trials that are rejected, or may be; after a rejection, the control is repeated. */
async function rejections(tries: Tries, make: Control, trials: readonly Trial[]): Promise<void> {
  const { context, operation, control, repeat, send, report, reportUnsent } = tries;
  const before = await control(make);
  if (!before) for (const trial of trials) reportUnsent(trial, make);
  else if (!wasAccepted(before)) for (const trial of trials) report(trial, { before });
  if (!before || !wasAccepted(before)) return;
  // Leaves room for the control after them.
  const room = Math.max(0, context.writesLeft() - 1);
  for (const trial of trials.slice(room)) reportUnsent(trial);
  const sent = await Promise.all(
    trials.slice(0, room).map(async (trial) => ({ trial, exchange: await send(make, trial) })),
  );
  const isOpen = sent.some(({ trial, exchange }) => !wasAccepted(exchange) && needsControl(context, trial));
  let after = isOpen ? await repeat(make) : undefined;
  const rejected = sent.filter(({ exchange }) => wasRejected(exchange)).map(({ trial }) => trial);
  for (const trial of endsAndMiddle(rejected)) {
    if (!after || !wasRejected(after)) break;
    const seen = await rejectedAfter(tries, make, trial);
    if (!seen) continue;
    const what = `a valid request sent after ${trial.what}`;
    const clause = clauseId(operation, 'accepted');
    report(
      { clause, what, expects: 'acceptance' },
      { exchange: seen.rejected, before, after: seen.accepted },
    );
    after = seen.accepted;
  }
  for (const { trial, exchange } of sent) report(trial, { exchange, before, after });
  const closed = sent.find(({ exchange }) => isClosed(exchange));
  const exchange = closed && after && wasAccepted(after) && (await closedAfter(tries, make, closed.trial));
  if (!exchange || !after) return;
  const clause = clauseId(operation, 'bad-input-not-crash');
  report({ clause, what: closed.trial.what, expects: 'rejection' }, { exchange, before, after });
}

/** Whether a trial needs a control after its rejection: that of a choice does if the choice is pinned. */
const needsControl = ({ target }: ExperimentContext, { expects, clause }: Trial): boolean =>
  expects !== 'either' || [...target.choices.keys()].some((choice) => choiceRuleId(choice) === clause);

/** The first, the middle and the last, each once: a server may reject them in different places. */
const endsAndMiddle = <T>(some: readonly T[]): T[] => [
  ...new Set([0, some.length >> 1, some.length - 1].flatMap((place) => some[place] ?? [])),
];

async function acceptance(tries: Tries, trial: Trial): Promise<void> {
  const { context, control, send, report, reportUnsent } = tries;
  const before = await control(trial.control);
  const isRoom = context.writesLeft() >= 2;
  if (!before || (wasAccepted(before) && !isRoom)) return reportUnsent(trial, trial.control);
  if (!wasAccepted(before)) return report(trial, { before });
  const again = () => send(trial.control, { ...trial, isDue: true });
  const seen = await recheckAttempt(context, await withFreeValue(tries, trial, await again()), again, () =>
    send(trial.control, { isDue: true }),
  );
  report(trial, { before, ...seen });
}

/** The request with another value, if the one at a bound was rejected and that is accepted. */
async function withFreeValue(
  { context, operation, send, mayConflict }: Tries,
  { otherwise, ...trial }: Trial,
  first: RunExchange,
): Promise<RunExchange> {
  const from = numberOf(context.nonce, `${operation} ${trial.what}`);
  let exchange = first;
  for (let tries = 1; otherwise && tries <= mostVain && mayConflict(exchange); tries += 1) {
    if (context.writesLeft() < 2) return first;
    const edit = (control: Json): Json => otherwise(control, from + tries);
    exchange = await send(trial.control, { ...trial, isDue: true, edit });
  }
  return wasAccepted(exchange) ? exchange : first;
}

/**
 * Sends trials that have to be accepted in one request, with other edits. If it is accepted, each of them is;
 * otherwise they are sent one by one.
 */
export async function attemptTogether(
  context: ExperimentContext,
  operation: OperationId,
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
  for (const trial of trials) reportAttempt(context, operation, trial, whole);
}

/** Why a control may not be sent: the contract does not allow it, or no more records may be created. */
export function whyUnsent(context: Context, operation: OperationId, control: Control): NotApplicable {
  const { contract, target } = context;
  const [breach] = breachesOf(context, operation, control);
  if (!breach) return outOfWrites(context, operation);
  const field = fieldOf(breach.constraint);
  const line = contract.wantedExamples?.get(breach.constraint.pointer);
  if (line !== undefined)
    return { why: `no ${field} is known that the contract allows`, remedy: { kind: 'example', field, line } };
  return {
    why: `the target file declares a ${field} that the contract does not allow`,
    remedy: remedyFor(contract, operation, 400, target),
  };
}

function outOfWrites({ contract, moreWrites }: Context, operation: OperationId): NotApplicable {
  const { method, path } = operationIn(contract, operation);
  return {
    why: 'this run may send no more requests that create records',
    remedy: moreWrites,
    stoppedAt: printRequest({ method, target: path }),
  };
}
