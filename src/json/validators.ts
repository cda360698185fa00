import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Options, ValidateFunction } from 'ajv';
import { lazy } from '../once.ts';
import { builtValidators } from './built-validators.ts';
import type { JsonObject } from './json.ts';

/** Which errors a validator reports, by its use. */
export const manners = {
  judged: { allErrors: true },
  served: { allErrors: true, verbose: true, ownProperties: true },
  written: { verbose: true, ownProperties: true },
} as const satisfies Record<string, Options>;
export type Manner = keyof typeof manners;

export const commonOptions = {
  strict: false,
  strictNumbers: true,
  logger: false,
  // The schemas were checked when the contract was loaded.
  meta: false,
  validateSchema: false,
} as const satisfies Options;

export const keyOfValidator = (schema: JsonObject, manner: Manner): string =>
  `${manner} ${createHash('sha256').update(JSON.stringify(schema)).digest('hex')}`;

/** Most runs compile nothing, so the compiler is loaded only if needed. */
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

export const validatorOf = (schema: JsonObject, manner: Manner): ValidateFunction =>
  builtValidators[keyOfValidator(schema, manner)] ??
  compiler()(schema, { ...commonOptions, ...manners[manner] });
