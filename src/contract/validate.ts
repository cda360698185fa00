import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { at, isObject, type JsonObject } from '../json/json.ts';
import { escapePointer } from '../json/pointer.ts';

/** One constraint that a value violates, and its clause. */
export type Violation = {
  /** JSON pointer into the value; for `required`, to the missing member. */
  readonly pointer: string;
  readonly keyword: string;
  /** The id of the clause that the keyword is mapped to. */
  readonly clause: string;
  readonly message: string;
};

/** Returns everything that is wrong with a value. */
export type Validate = (value: unknown) => Violation[];

const compiled = new WeakMap<JsonObject, Validate>();

/**
 * Compiles a schema of the contract (2020-12, with formats asserted); the result is cached.
 * `without` names clauses whose keywords are not enforced.
 */
export function compile(schema: JsonObject, options: { without?: ReadonlySet<string> } = {}): Validate {
  const validate = compiled.get(schema) ?? compileUncached(schema);
  compiled.set(schema, validate);
  const { without } = options;
  return without && without.size > 0
    ? (value) => validate(value).filter(({ clause }) => !without.has(clause))
    : validate;
}

function compileUncached(schema: JsonObject): Validate {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // A number beyond the range of a double is parsed as infinite, which is not an integer.
    strictNumbers: true,
    ownProperties: true,
    logger: false,
    // The schemas were checked when the contract was loaded; compiling the meta-schema takes long.
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv);
  const validate = ajv.compile(schema) as ValidateFunction;
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
