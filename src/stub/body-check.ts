import type { OperationId } from '../contract/contract.ts';
import { stepsOf } from '../contract/pointer.ts';
import { compile, type Violation } from '../contract/validate.ts';
import { at, type Json, type JsonObject } from '../wire/json.ts';
import type { Choices } from './choices.ts';
import { lazy } from './lazy.ts';
import { countingIn } from './length-unit.ts';
import type { Setup } from './operation.ts';
import type { Problem } from './refusal.ts';
import { unknownMembers } from './schema.ts';
import { chosen, type Why } from './why.ts';

/** Builds what tells everything that is wrong with a request body, at once. */
export function createBodyCheck(
  { contract, choices, lenient, locate }: Setup,
  operation: OperationId,
): (json: Json) => Problem[] {
  const schema = contract.operations[operation].request ?? {};
  const validator = lazy(() => countingIn(choices['length-unit'], compile(schema, { without: lenient })));
  const nullable = nullablePointers(schema, choices);
  const isForgiven = (json: Json, pointer: string): boolean =>
    nullable.has(pointer) && at(json, ...stepsOf(pointer)) === null;
  const whyOf = (violation: Violation): Why =>
    locate.violation(operation, violation, stepsOf(violation.pointer));
  const stray = {
    ...chosen('unknown-members', operation),
    pointer: locate.operation(operation, 'requestBody'),
  };
  return (json) => {
    const violations = validator()(json).filter(({ pointer }) => !isForgiven(json, pointer));
    const unknown = choices['unknown-members'] === 'refused' ? unknownMembers(json, schema) : [];
    return [
      ...violations.map((violation) => problemAt(violation.pointer, violation.message, whyOf(violation))),
      ...unknown.map((pointer) => problemAt(pointer, 'is not known here', stray)),
    ];
  };
}

/** What is wrong at one place of a body. */
export const problemAt = (pointer: string, what: string, why: Why): Problem => ({
  detail: `${pointer || 'the body'} ${what}`,
  source: { pointer },
  why,
});

/** Where null is taken, by choice, though the contract allows another type only. */
function nullablePointers(schema: JsonObject, choices: Choices): ReadonlySet<string> {
  const required = at(schema, 'properties', 'data', 'required');
  const members = Array.isArray(required) ? required.map((name) => `/data/${name}`) : [];
  return new Set([
    ...(choices['required-null'] === 'accepted' ? ['/data', ...members] : []),
    ...(choices['payment-null'] === 'accepted' ? ['/data/payment_authority'] : []),
  ]);
}
