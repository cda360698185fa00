import { compile } from '../contract/validate.ts';
import { at, type Json, type JsonObject } from '../wire/json.ts';
import type { Choices } from './choices.ts';
import { countingIn } from './length-unit.ts';
import type { Problem } from './refusal.ts';
import { unknownMembers } from './schema.ts';

/** Builds what tells everything that is wrong with a request body, at once. */
export function createBodyCheck(
  schema: JsonObject,
  choices: Choices,
  lenient: ReadonlySet<string>,
): (json: Json) => Problem[] {
  const validate = countingIn(choices['length-unit'], compile(schema, { without: lenient }));
  const nullable = nullablePointers(schema, choices);
  const isForgiven = (json: Json, pointer: string): boolean =>
    nullable.has(pointer) && at(json, ...pointer.split('/').slice(1)) === null;
  return (json) => {
    const violations = validate(json).filter(({ pointer }) => !isForgiven(json, pointer));
    const unknown = choices['unknown-members'] === 'refused' ? unknownMembers(json, schema) : [];
    return [
      ...violations.map(({ pointer, message }) => problemAt(pointer, message)),
      ...unknown.map((pointer) => problemAt(pointer, 'is not known here')),
    ];
  };
}

/** What is wrong at one place of a body. */
export const problemAt = (pointer: string, what: string): Problem => ({
  detail: `${pointer || 'the body'} ${what}`,
  source: { pointer },
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
