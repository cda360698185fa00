import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Options, ValidateFunction } from 'ajv';
import { lazy } from '../once.ts';
import { builtValidators } from './built-validators.ts';
import type { JsonObject } from './json.ts';

/** What a value is held to a schema for, which decides what an error tells. */
export const manners = {
  /** A response that is judged: every error. */
  judged: { allErrors: true },
  /** A request that is served: every error, with the part of the schema that it is about. */
  served: { allErrors: true, verbose: true, ownProperties: true },
  /** A file that somebody wrote: the first error, with the part of the schema that it is about. */
  written: { verbose: true, ownProperties: true },
} as const satisfies Record<string, Options>;
export type Manner = keyof typeof manners;

export const commonOptions = {
  strict: false,
  // A number beyond the range of a double is parsed as infinite, which is not an integer.
  strictNumbers: true,
  logger: false,
  // The schemas were checked when the contract was loaded; compiling the meta-schema takes long.
  meta: false,
  validateSchema: false,
} as const satisfies Options;

export const keyOfValidator = (schema: JsonObject, manner: Manner): string =>
  `${manner} ${createHash('sha256').update(JSON.stringify(schema)).digest('hex')}`;

/** Most runs need nothing compiled, so the compiler is loaded only where something is. */
const compiler = lazy(() => {
  const load = createRequire(import.meta.url);
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = load('ajv-formats') as typeof import('ajv-formats');
  return (schema: JsonObject, options: Options): ValidateFunction => {
    const ajv = new Ajv2020(options);
    addFormats.default(ajv);
    return ajv.compile(schema);
  };
});

/** The validator of a schema (2020-12, with formats asserted): the one that was built, or compiled here. */
export const validatorOf = (schema: JsonObject, manner: Manner): ValidateFunction =>
  builtValidators[keyOfValidator(schema, manner)] ??
  compiler()(schema, { ...commonOptions, ...manners[manner] });
