import { memberOf } from '../../../src/contract/constraint-words.ts';
import type { Constraint } from '../../../src/contract/contract.ts';
import { withAt } from '../../../src/json/json.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import { pathOf, textFor } from '../../interface/flaws.ts';
import type { Trial } from '../attempts.ts';
import { atBound } from '../breaking.ts';
import type { Control } from '../creations.ts';
import { maskOf } from '../masks.ts';

/** Requests of an operation with a field that is exactly as long as it may be, or has to be. */
export function boundTrials(
  context: ExperimentContext,
  operation: WritingOperation,
  control: Control,
  isWanted: (constraint: Constraint) => boolean,
  notApplicable?: Trial['notApplicable'],
): Trial[] {
  return context.contract.constraints
    .filter((one) => one.operation === operation && one.side === 'request')
    .filter(({ keyword }) => keyword === 'minLength' || keyword === 'maxLength')
    .filter((one) => isWanted(one) && maskOf(context.contract, one) === undefined)
    .map((one) => ({
      clause: one.clause.id,
      what: `a request with ${memberOf(one)} of ${one.value} characters`,
      expects: 'acceptance',
      control,
      edit: (body) => withAt(body, pathOf(one), textFor(context.contract, one, Number(one.value))),
      ...(notApplicable ? { notApplicable } : {}),
    }));
}

/** Requests with a value just within each constraint that nobody wrote a rule for: one at a time, as its clause says. */
export const derivedBoundTrials = (
  { contract }: ExperimentContext,
  operation: WritingOperation,
  control: Control,
): Trial[] =>
  contract.constraints
    .filter((one) => one.operation === operation && one.side === 'request' && one.clause.derived)
    .flatMap((one) =>
      atBound(contract, one).map(
        (value): Trial => ({
          clause: one.clause.id,
          what: `a request with ${memberOf(one)} ${typeof value === 'string' && value.length > 60 ? `of ${value.length} characters` : JSON.stringify(value)}`,
          expects: 'acceptance',
          control,
          edit: (body) => withAt(body, pathOf(one), value),
        }),
      ),
    );
