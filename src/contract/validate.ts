import type { ErrorObject } from 'ajv';
import { at, escapePointer, type JsonObject } from '../json/json.ts';
import { validatorOf } from '../json/validators.ts';
import { onceFor } from '../once.ts';

export type Violation = {
  readonly pointer: string;
  readonly keyword: string;
  readonly clause: string;
  readonly message: string;
};

export type Validate = (value: unknown) => Violation[];

export const compile = onceFor((schema: JsonObject): Validate => {
  const validate = validatorOf(schema, 'served');
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(violation));
});

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
  const clause = at(schema, 'x-clause', keyword, ...(member === undefined ? [] : [member]));
  return typeof clause === 'string' ? clause : 'unmapped';
}
