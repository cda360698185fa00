import type { ChoiceId } from '../../../src/contract/choices/choices.ts';
import { isOfKind } from '../../../src/contract/operations/operations.ts';
import type { Call, Exchange } from '../../../src/http/exchange.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import type { Attempt } from '../../core/evidence.ts';
import { type ChoiceEvidence, type ChoiceField, type ChoiceTrial, heldAs } from '../../core/observation.ts';
import { type Other, outcomeAs } from '../../core/observed.ts';
import type { WritingOperation } from '../calls.ts';
import { attempt, attemptTogether, type Trial } from '../creations/attempts.ts';
import { creationsOf, type Edit, leastWith } from '../creations/creations.ts';
import { attemptReads } from '../read-attempts.ts';
import { bodyOf } from './shown.ts';

/** An edit that is tried of a choice. */
export type Try = Edit & {
  /** Tells the edits of one choice apart. */
  readonly what?: string;
  /** By default the choice of whoever tries it. */
  readonly choice?: ChoiceId;
  /** The optional members of the control. */
  readonly members?: readonly string[];
};

/** Tries an edit of the least request. Returns what was handed over. */
export async function tryEdit(field: ChoiceField, edit: Try): Promise<Attempt | undefined> {
  const told: Attempt[] = [];
  const report = (one: Attempt): void => {
    told.push(one);
    field.report(one);
  };
  const trial = trialOf(field, edit);
  await attempt({ ...field, report }, writing(field), [trial]);
  return told.find(({ clause }) => clause === trial.clause);
}

/** Tries edits of several choices in one request, once for all who ask for it; each by itself where that is rejected. */
export const tryTogether = (field: ChoiceField, key: string, edits: readonly Try[]): Promise<unknown> =>
  field.shared(`${key} ${field.operation}`, () => {
    const members = edits[0]?.members ?? [];
    const control = leastWith(field, writing(field), members);
    return attemptTogether(
      field,
      writing(field),
      edits.map((edit) => ({ ...trialOf(field, edit), control })),
    );
  });

function trialOf(field: ChoiceField, { what = '', choice = field.choice, members, ...edit }: Try): Trial {
  const control = leastWith(field, writing(field), members);
  return { clause: heldAs(choice), what, expects: 'either', control, ...edit };
}

/** The body of the last response to the least request, which is sent if it was not yet. */
export async function leastCreated(field: ChoiceField): Promise<JsonObject | undefined> {
  const { inTurn, control } = creationsOf(field, writing(field));
  const exchange = await inTurn(() => control(leastWith(field, writing(field))));
  return exchange && bodyOf(exchange);
}

function writing({ operation }: ChoiceField): WritingOperation {
  if (isOfKind(operation, 'create')) return operation;
  throw new Error(`${operation} creates nothing`);
}

/** Tries reads that differ from another, by what tells them apart. */
export const tryReads = (
  field: ChoiceField,
  control: Call,
  calls: Readonly<Record<string, Call>>,
): Promise<readonly Exchange[]> =>
  attemptReads(
    field,
    control,
    Object.entries(calls).map(([what, call]) => ({
      clause: heldAs(field.choice),
      what,
      expects: 'either',
      call,
    })),
  );

/** What was tried of a choice under that name, by default the first. */
export function tried(seen: ChoiceEvidence, what?: string): ChoiceTrial {
  const [first, ...others] = seen.trials();
  const found = what === undefined ? first : [first, ...others].find((one) => one.what === what);
  return seen.occasion(found, 'it was not tried');
}

/** How an observation finds out whether a request with an edit is accepted, in the words of its choice. */
export const whetherAccepted = <const Accepted extends string, const Rejected extends string>(
  edit: Try,
  accepted: Accepted,
  rejected: Rejected,
) => ({
  gather: (field: ChoiceField) => tryEdit(field, edit),
  read: (seen: ChoiceEvidence): Accepted | Rejected | Other =>
    outcomeAs(tried(seen).answer, accepted, rejected),
});
