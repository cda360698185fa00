import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { at, isObject, type JsonObject } from '../wire/json.ts';
import { escapePointer } from './pointer.ts';

/** One constraint that a value breaks, traced to its clause. */
export type Violation = {
  /** JSON pointer into the value; for `required`, of the missing member. */
  readonly pointer: string;
  readonly keyword: string;
  /** Id of the clause the keyword is mapped to. */
  readonly clause: string;
  readonly message: string;
};

/** Tells everything that is wrong with a value, at once. */
export type Validate = (value: unknown) => Violation[];

const compiled = new WeakMap<JsonObject, Validate>();

/**
 * Compiles a schema of the contract (2020-12, formats asserted), once however often it is asked for.
 * `without` names clauses whose keywords are left out: a reading an honest server may not share.
 */
export function compile(schema: JsonObject, options: { without?: ReadonlySet<string> } = {}): Validate {
  const validate = compiled.get(schema) ?? compileAfresh(schema);
  compiled.set(schema, validate);
  const { without } = options;
  return without ? (value) => validate(value).filter(({ clause }) => !without.has(clause)) : validate;
}

function compileAfresh(schema: JsonObject): Validate {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // What no double can hold is read as infinite, which is no integer.
    strictNumbers: true,
    ownProperties: true,
    logger: false,
    // Whoever loaded the contract has checked its schemas; to compile the schema of schemas takes long.
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
    message: missing ? 'is required' : (error.message ?? `breaks ${error.keyword}`),
  };
}

function clauseOf(schema: unknown, keyword: string, member: string | undefined): string {
  const clauses = at(schema, 'x-clause');
  const clause = isObject(clauses)
    ? at(clauses, keyword, ...(member === undefined ? [] : [member]))
    : undefined;
  return typeof clause === 'string' ? clause : 'unmapped';
}

export { escapePointer };
