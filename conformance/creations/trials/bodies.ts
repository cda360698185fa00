import { memberOf } from '../../../src/contract/constraint-words.ts';
import type { Constraint } from '../../../src/contract/contract.ts';
import { type Json, withAt } from '../../../src/json/json.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import { pathOf } from '../../interface/flaws.ts';
import type { Trial } from '../attempts.ts';
import { isWithinOptional } from '../valid-body.ts';
import type { TrialControls } from './constraints.ts';

/** Bodies that are none: an empty one, and one that does not begin with a whole JSON value (READINGS 3). */
export function bodyTrials(operation: WritingOperation, { least }: TrialControls): Trial[] {
  const common = { expects: 'rejection' as const, control: least };
  return [
    {
      ...common,
      clause: `${operation}/request-body-required`,
      what: 'a request with an empty body',
      text: () => '',
    },
    {
      ...common,
      clause: `${operation}/request-body-json`,
      what: 'a request whose body breaks off before its last brace',
      text: (control) => control.slice(0, -1),
    },
  ];
}

/** Null in place of each required field. */
export function nullTrials(
  { contract }: ExperimentContext,
  operation: WritingOperation,
  { least, full, whyNotFull }: TrialControls,
): Trial[] {
  const required = contract.constraints.filter(
    (one) => one.operation === operation && one.side === 'request' && one.keyword === 'required',
  );
  const isWithin = (one: Constraint): boolean => isWithinOptional(operation, pathOf(one));
  return required.map((one) => ({
    clause: `${operation}/request-null-required`,
    what: `a request with ${memberOf(one)} null`,
    expects: 'rejection',
    control: isWithin(one) ? (full ?? least) : least,
    edit: (control: Json) => withAt(control, pathOf(one), null),
    ...(isWithin(one) && whyNotFull ? { notApplicable: whyNotFull } : {}),
  }));
}
