import { memberOf } from '../../../src/contract/constraint-words.ts';
import type { Constraint } from '../../../src/contract/contract.ts';
import { at, type Json, withAt, withoutAt } from '../../../src/json/json.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import { foreign, misshapen, otherKinds, pathOf, textFor } from '../../interface/flaws.ts';
import type { Trial } from '../attempts.ts';
import { breakingOnly } from '../breaking.ts';
import type { Control } from '../creations.ts';
import { maskOf } from '../masks.ts';
import { isOptional, isWithinOptional } from '../valid-body.ts';

/** The accepted requests that rejections differ from. */
export type TrialControls = {
  readonly least: Control;
  /** With the optional fields, where such a request is accepted and is not the least already. */
  readonly full?: Control;
  /** Why nothing can be tried with the optional fields: no request that has them is accepted. */
  readonly whyNotFull?: NonNullable<Trial['notApplicable']>;
};

/** A request that breaks one constraint, and nothing else as far as can be. */
type Flaw = { readonly what: string; readonly edit: (control: Json) => Json };

/** What breaks each constraint that the contract puts on the requests of an operation, one at a time. */
export function constraintTrials(
  context: ExperimentContext,
  operation: WritingOperation,
  trialControls: TrialControls,
): Trial[] {
  const own = context.contract.constraints.filter(
    (one) => one.operation === operation && one.side === 'request',
  );
  return own.flatMap((constraint) => {
    const turn = own.filter(({ keyword }) => keyword === constraint.keyword).indexOf(constraint);
    const flaws = flawsOf(context, constraint);
    return flaws.flatMap((flaw, index) => trialsOf(context, constraint, flaw, turn + index, trialControls));
  });
}

/**
 * By turns in the least request and in the fullest, since a server may read one of them only; what section 7 names
 * in both.
 */
function trialsOf(
  { contract }: ExperimentContext,
  constraint: Constraint,
  { what, edit }: Flaw,
  turn: number,
  { least, full, whyNotFull }: TrialControls,
): Trial[] {
  const trial = {
    clause: constraint.clause.id,
    expects: 'rejection' as const,
    what: `a request ${what}`,
    edit,
  };
  const path = pathOf(constraint);
  // Where even a good one is rejected, the rejection of a bad one shows nothing.
  if (whyNotFull && isOptional(constraint.operation, path))
    return [{ ...trial, control: least, notApplicable: whyNotFull }];
  if (isWithinOptional(constraint.operation, path)) return [{ ...trial, control: full ?? least }];
  if (!full) return [{ ...trial, control: least }];
  const isFree = maskOf(contract, constraint) === undefined;
  if (constraint.clause.level === 'must' && path.length === 2 && isFree)
    return [least, full].map((control) => ({ ...trial, control }));
  return [{ ...trial, control: turn % 2 === 0 ? least : full }];
}

/** Edits that break a constraint, each in its own way. */
function flawsOf(context: ExperimentContext, constraint: Constraint): Flaw[] {
  const { keyword, value } = constraint;
  const path = pathOf(constraint);
  const member = memberOf(constraint);
  const isFree = maskOf(context.contract, constraint) === undefined;
  const sized = (length: number): Flaw => ({
    what: `with ${member} of ${length} characters`,
    edit: (control) => withAt(control, path, textFor(context.contract, constraint, length)),
  });
  switch (keyword) {
    case 'required':
      return [{ what: `without ${member}`, edit: (control) => withoutAt(control, path) }, ...unwrapped(path)];
    case 'type':
      // A body that is no object at all has no `data` either, which is tried.
      return path.length === 0 ? [] : otherKinds(value).map((kind) => put(constraint, kind));
    case 'format':
      return misshapen(value, '(one)').map((shown, place) => ({
        what: `with ${member} ${JSON.stringify(shown)}`,
        edit: (control) => withAt(control, path, misshapen(value, String(at(control, ...path)))[place] ?? ''),
      }));
    case 'const':
    case 'enum':
      return foreign(Array.isArray(value) ? value : [value]).map((bad) => put(constraint, bad));
    case 'maxLength':
      return [sized(Number(value) + 1)];
    // What has a form as well is rejected for that, too: one length is enough there.
    case 'minLength':
      return [Number(value) - 1, 0].slice(0, isFree ? 2 : 1).map(sized);
    default:
      return isOfTeam(context, constraint)
        ? breakingOnly(context.contract, constraint).map((bad) => put(constraint, bad))
        : [];
  }
}

/** Whether a constraint is as a team has it: what ships with assay has trials of its own where they are not here. */
const isOfTeam = ({ contract: { amended } }: ExperimentContext, { id, clause }: Constraint): boolean =>
  clause.derived === true || amended.includes(id);

/** The fields of an object at the top of a body, without that object. */
const unwrapped = ([wrapper, ...below]: readonly string[]): Flaw[] =>
  wrapper === undefined || below.length > 0
    ? []
    : [
        {
          what: `with the fields of ${wrapper} beside none`,
          edit: (control) => (at(control, wrapper) ?? {}) as Json,
        },
      ];

const put = (constraint: Constraint, bad: Json): Flaw => ({
  what: `with ${memberOf(constraint)} ${JSON.stringify(bad)}`,
  edit: (control) => withAt(control, pathOf(constraint), bad),
});
