import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Options, ValidateFunction } from 'ajv';
import { lazy } from '../once.ts';
import { type BuiltValidators, builtValidators } from './built-validators.ts';
import { formats } from './formats.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { matches } from './matching.ts';

/** Which errors a validator reports, by its use. */
const manners = {
  judged: { allErrors: true },
  served: { allErrors: true, verbose: true, ownProperties: true },
  written: { verbose: true, ownProperties: true },
  document: { verbose: true, validateFormats: false },
} as const satisfies Record<string, Options>;
export type Manner = keyof typeof manners;

export const validatorOptions = (manner: Manner): Options => ({
  ...manners[manner],
  formats,
  strict: false,
  strictNumbers: true,
  // 19.99 is a multiple of 0.01.
  multipleOfPrecision: 9,
  logger: false,
  // The schemas were checked when the contract was loaded.
  meta: false,
  validateSchema: false,
});

export const keyOfValidator = (schema: JsonObject, manner: Manner): string =>
  `${manner} ${createHash('sha256').update(JSON.stringify(schema)).digest('hex')}`;

const namingKeywords = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** What the compiler would take for something else: examples, in which it looks for ids, and words of other drafts. */
const isForeign = (name: string, value: Json): boolean =>
  /^(examples?|id|\$async)$/.test(name) || (name === 'nullable' && typeof value !== 'boolean');

/** A schema without what the compiler would take for something else. */
function withoutForeign(schema: Json, areNames = false): Json {
  if (Array.isArray(schema)) return schema.map((one) => withoutForeign(one));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([name, one]) => areNames || !isForeign(name, one));
  return Object.fromEntries(
    kept.map(([name, one]) => [
      name,
      ['default', 'const', 'enum'].includes(name) && !areNames
        ? one
        : withoutForeign(one, !areNames && namingKeywords.includes(name)),
    ]),
  );
}

/** The validator tells patterns apart by their text. */
const matcher = Object.assign(
  (pattern: string) => ({ test: (text: string) => matches(pattern, text), toString: () => pattern }),
  { code: 'matches' },
);

/** Most runs compile nothing, so the compiler is loaded only if needed. */
const compiler = lazy(() => {
  const load = createRequire(import.meta.url);
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return (schema: JsonObject, options: Options): ValidateFunction => {
    const ajv = new Ajv2020(options);
    // A format that a contract calls `toString` is unknown.
    Object.setPrototypeOf(ajv.formats, null);
    return ajv.compile(withoutForeign(schema) as JsonObject);
  };
});

/** A validator of a schema: what loads schemas of its own has those that were built. */
export const validatorOf = (
  schema: JsonObject,
  manner: Manner,
  built: BuiltValidators = builtValidators,
): ValidateFunction =>
  built[keyOfValidator(schema, manner)] ??
  compiler()(schema, { ...validatorOptions(manner), code: { regExp: matcher } });
