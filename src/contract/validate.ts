import type { ErrorObject } from 'ajv';
import { at, escapePointer, type JsonObject } from '../json/json.ts';
import { inTime } from '../json/matching.ts';
import { validatorOf } from '../json/validators.ts';
import { onceFor } from '../once.ts';

export type Violation = {
  readonly pointer: string;
  readonly keyword: string;
  readonly clause: string;
  readonly message: string;
};

/** The clause of a constraint whose schema names none. */
export const unmapped = 'unmapped';

type Validate = (value: unknown) => Violation[];

export const compileSchema = onceFor((schema: JsonObject): Validate => {
  const validate = validatorOf(schema, 'served');
  return (value) => (inTime(() => validate(value)).value ? [] : (validate.errors ?? []).map(violation));
});

function violation(error: ErrorObject): Violation {
  const { missingProperty, additionalProperty } = error.params;
  const field: unknown = missingProperty ?? additionalProperty;
  const missing = error.keyword === 'required' && typeof field === 'string';
  const others = additionalProperty === undefined ? error.message : 'is not allowed';
  return {
    pointer: typeof field === 'string' ? `${error.instancePath}/${escapePointer(field)}` : error.instancePath,
    keyword: error.keyword,
    clause: clauseOfKeyword(error.parentSchema, error.keyword, missing ? field : undefined),
    message: missing ? 'is required' : (others ?? `violates ${error.keyword}`),
  };
}

function clauseOfKeyword(schema: unknown, keyword: string, field: string | undefined): string {
  const clause = at(schema, 'x-clause', keyword, ...(field === undefined ? [] : [field]));
  return typeof clause === 'string' ? clause : unmapped;
}
