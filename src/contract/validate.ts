import type { ErrorObject } from 'ajv';
import { at, escapePointer, isObject, type JsonObject } from '../json/json.ts';
import { validatorOf } from '../json/validators.ts';

export type Violation = {
  readonly pointer: string;
  readonly keyword: string;
  readonly clause: string;
  readonly message: string;
};

export type Validate = (value: unknown) => Violation[];

const compiled = new WeakMap<JsonObject, Validate>();

export function compile(schema: JsonObject): Validate {
  const validate = compiled.get(schema) ?? compileUncached(schema);
  compiled.set(schema, validate);
  return validate;
}

function compileUncached(schema: JsonObject): Validate {
  const validate = validatorOf(schema, 'served');
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(violation));
}

function violation(error: ErrorObject): Violation {
  const member: unknown = error.params.missingProperty;
  const missing = error.keyword === 'required' && typeof member === 'string';
  return {
    pointer: missing ? `${error.instancePath}/${escapePointer(member)}` : error.instancePath,
    keyword: error.keyword,
    clause: clauseOf(error.parentSchema, error.keyword, missing ? member : undefined),
    message: missing ? 'is required' : (error.message ?? `violates ${error.keyword}`),
  };
}

function clauseOf(schema: unknown, keyword: string, member: string | undefined): string {
  const clauses = at(schema, 'x-clause');
  const clause = isObject(clauses)
    ? at(clauses, keyword, ...(member === undefined ? [] : [member]))
    : undefined;
  return typeof clause === 'string' ? clause : 'unmapped';
}
