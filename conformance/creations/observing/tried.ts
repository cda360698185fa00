import type { ChoiceId } from '../../../src/contract/choices/choices.ts';
import { isOfKind } from '../../../src/contract/operations/operations.ts';
import type { Call, Exchange } from '../../../src/http/exchange.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import type { Attempt } from '../../core/evidence.ts';
import { type ChoiceContext, type ChoiceEvidence, type ChoiceTrial, heldAs } from '../../core/observation.ts';
import { type Other, outcomeAs } from '../../core/observed.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import { bodyOf } from '../../interface/observing/shown.ts';
import { attemptReads } from '../../interface/read-attempts.ts';
import { attempt, attemptTogether, type Trial } from '../attempts.ts';
import { creationsOf, type Edit, leastWith } from '../creations.ts';

/** An edit that is tried of a choice. */
export type Try = Edit & {
  /** Tells the edits of one choice apart. */
  readonly what?: string;
  /** By default the choice of whoever tries it. */
  readonly choice?: ChoiceId;
  /** The optional fields of the control. */
  readonly members?: readonly string[];
};

/** Tries an edit of the least request. Returns what was handed over. */
export async function tryEdit(context: ChoiceContext, edit: Try): Promise<Attempt | undefined> {
  const told: Attempt[] = [];
  const report = (one: Attempt): void => {
    told.push(one);
    context.report(one);
  };
  const trial = trialOf(context, edit);
  await attempt({ ...context, report }, writing(context), [trial]);
  return told.find(({ clause }) => clause === trial.clause);
}

/** Tries edits of several choices in one request, once for all who ask for it; each by itself where that is rejected. */
export const tryTogether = (context: ChoiceContext, key: string, edits: readonly Try[]): Promise<unknown> =>
  context.shared(`${key} ${context.operation}`, () => {
    const members = edits[0]?.members ?? [];
    const control = leastWith(context, writing(context), members);
    return attemptTogether(
      context,
      writing(context),
      edits.map((edit) => ({ ...trialOf(context, edit), control })),
    );
  });

function trialOf(
  context: ChoiceContext,
  { what = '', choice = context.choice, members, ...edit }: Try,
): Trial {
  const control = leastWith(context, writing(context), members);
  return { clause: heldAs(choice), what, expects: 'either', control, ...edit };
}

/** The body of the last response to the least request, which is sent if it was not yet. */
export async function leastCreated(context: ChoiceContext): Promise<JsonObject | undefined> {
  const { inTurn, control } = creationsOf(context, writing(context));
  const exchange = await inTurn(() => control(leastWith(context, writing(context))));
  return exchange && bodyOf(exchange);
}

function writing({ operation }: ChoiceContext): WritingOperation {
  if (isOfKind(operation, 'create')) return operation;
  throw new Error(`${operation} creates nothing`);
}

/** Tries reads that differ from another, by what tells them apart. */
export const tryReads = (
  context: ChoiceContext,
  control: Call,
  calls: Readonly<Record<string, Call>>,
): Promise<readonly Exchange[]> =>
  attemptReads(
    context,
    control,
    Object.entries(calls).map(([what, call]) => ({
      clause: heldAs(context.choice),
      what,
      expects: 'either',
      call,
    })),
  );

/** What was tried of a choice under that name, by default the first. */
export function tried(seen: ChoiceEvidence, what?: string): ChoiceTrial {
  const [first, ...others] = seen.trials();
  const found = what === undefined ? first : [first, ...others].find((one) => one.what === what);
  return seen.orUntested(found, 'it was not tried');
}

/** How an observation finds out whether a request with an edit is accepted, in the words of its choice. */
export const whetherAccepted = <const Accepted extends string, const Rejected extends string>(
  edit: Try,
  accepted: Accepted,
  rejected: Rejected,
) => ({
  gather: (context: ChoiceContext) => tryEdit(context, edit),
  read: (seen: ChoiceEvidence): Accepted | Rejected | Other =>
    outcomeAs(tried(seen).answer, accepted, rejected),
});
