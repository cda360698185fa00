import type { OperationId } from '../../contract/contract.ts';
import { compile, type Validate, type Violation } from '../../contract/validate.ts';
import { at, isObject, type Json } from '../../json/json.ts';
import { escapePointer, stepsOf } from '../../json/pointer.ts';
import { lazy } from '../../lazy.ts';
import type { Choices } from '../choices/choices.ts';
import { choiceReason, type Reason } from '../replies/reason.ts';
import type { Problem } from '../replies/rejection.ts';
import type { Setup } from './handler.ts';

/** A validator counts code points; for UTF-16 units, lengths are checked on a copy with as many ASCII letters. */
function countingIn(unit: Choices['length-unit'], validate: Validate): Validate {
  if (unit === 'code-points') return validate;
  return (value) => [
    ...validate(value).filter((violation) => !isLength(violation)),
    ...validate(recount(value as Json)).filter(isLength),
  ];
}

const isLength = ({ keyword }: Violation): boolean => keyword === 'minLength' || keyword === 'maxLength';

function recount(value: Json): Json {
  if (typeof value === 'string') return 'a'.repeat(value.length);
  if (Array.isArray(value)) return value.map(recount);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, recount(inner)]));
}

const payment = '/data/payment_authority';

/** Creates the check that finds everything wrong with a request body. */
export function createBodyCheck(
  { contract, choices, pointers }: Setup,
  operation: OperationId,
): (json: Json) => Problem[] {
  const schema = contract.operations[operation].request ?? {};
  const validator = lazy(() => countingIn(choices['length-unit'], compile(schema)));
  const isForgiven = (json: Json, pointer: string): boolean =>
    choices['payment-null'] === 'accepted' && pointer === payment && at(json, ...stepsOf(pointer)) === null;
  const reasonFor = (violation: Violation): Reason =>
    pointers.violation(operation, violation, stepsOf(violation.pointer));
  const unknownMember = {
    ...choiceReason('unknown-members', operation),
    pointer: pointers.operation(operation, 'requestBody'),
  };
  return (json) => {
    const found = validator()(json);
    const unknown = choices['unknown-members'] === 'rejected' ? unknownMembers(json, schema) : [];
    if (found.length === 0 && unknown.length === 0) return [];
    const violations = found.filter(({ pointer }) => !isForgiven(json, pointer));
    return [
      ...violations.map((violation) => problemAt(violation.pointer, violation.message, reasonFor(violation))),
      ...unknown.map((pointer) => problemAt(pointer, 'is an unknown field', unknownMember)),
    ];
  };
}

/** The problem with one place in a body. */
export const problemAt = (pointer: string, what: string, reason: Reason): Problem => ({
  detail: `${pointer || 'the body'} ${what}`,
  source: { pointer },
  reason,
});

/** JSON pointers to the fields of a value that its schema does not list, as far as the schema lists fields. */
function unknownMembers(value: Json, schema: unknown, pointer = ''): string[] {
  const listed = at(schema, 'properties');
  if (!isObject(value) || !isObject(listed)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${pointer}/${escapePointer(name)}`;
    return Object.hasOwn(listed, name) ? unknownMembers(inner, listed[name], here) : [here];
  });
}
