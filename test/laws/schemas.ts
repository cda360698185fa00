import fc from 'fast-check';
import { type FormatName, formatValues } from '../../src/json/formats.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';

// Schemas that a contract may contain; of each, some value is valid.

/** A lower bound, an upper one, both or none. */
const range = (least: string, most: string, from: number, to: number): fc.Arbitrary<JsonObject> =>
  fc
    .record({ low: fc.integer({ min: from, max: to }), more: fc.nat(to - from), which: fc.nat(3) })
    .map(({ low, more, which }) => ({
      ...(which % 2 === 0 ? {} : { [least]: low }),
      ...(which < 2 ? {} : { [most]: low + more }),
    }));

const formatsOf = (type: 'string' | 'number'): fc.Arbitrary<JsonObject> =>
  fc
    .constantFrom(
      ...(Object.keys(formatValues) as FormatName[]).filter(
        // A password would be secret in all that this process checks afterwards.
        (name) => name !== 'password' && typeof formatValues[name].keeps[0] === type,
      ),
      'phone',
    )
    .map((format) => ({ format }));

/** The keywords that concern values of one type. */
const keywordsOf: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  string: fc.oneof(
    range('minLength', 'maxLength', 0, 30),
    formatsOf('string'),
    fc.constantFrom('^[a-z]*$', '^[0-9]+$').map((pattern) => ({ pattern })),
  ),
  integer: fc.oneof(range('minimum', 'maximum', -20, 20), formatsOf('number')),
  number: range('minimum', 'maximum', -20, 20),
  boolean: fc.constant({}),
  null: fc.constant({}),
};

/** One to three types, each with keywords of its own. */
const typed: fc.Arbitrary<readonly JsonObject[]> = fc
  .uniqueArray(fc.constantFrom(...Object.keys(keywordsOf)), { minLength: 1, maxLength: 3 })
  .filter((types) => !(types.includes('integer') && types.includes('number')))
  .chain((types) =>
    fc.tuple(
      ...types.map((type) =>
        (keywordsOf[type] ?? fc.constant({})).map((own) => ({ type, ...own }) as JsonObject),
      ),
    ),
  )
  // A format concerns one type only, so two of them cannot be in one schema.
  .filter((parts) => parts.filter(({ format }) => format !== undefined).length < 2);

const listOfTypes = typed.map((parts): JsonObject => {
  const types = parts.map(({ type = null }) => type);
  return { ...Object.assign({}, ...parts), type: types.length === 1 ? (types[0] ?? null) : types };
});

const alternatives = fc
  .tuple(fc.constantFrom('oneOf', 'anyOf'), typed)
  .map(([keyword, parts]): JsonObject => ({ [keyword]: [...parts] }));

const listed: readonly Json[] = ['a', 'b', 'A', '', 0, 1, 2.5, true, false, null, ['a'], { a: 1 }];

const values: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...listed), { minLength: 1, maxLength: 4 }).map((some) => ({ enum: some })),
  fc.constantFrom(...listed).map((value) => ({ const: value })),
  fc.constantFrom('oneOf', 'anyOf').map((keyword) => ({
    [keyword]: [{ type: 'null' }, { type: 'string', enum: ['a', 'b'] }],
  })),
);

/** Schemas of values without other values in them. */
export const scalars: fc.Arbitrary<Json> = fc.oneof(
  listOfTypes,
  alternatives,
  values,
  fc.constantFrom<Json>(true, {}),
);

/** Schemas of any values. */
export const { schemas } = fc.letrec<{ schemas: Json }>((tie) => ({
  schemas: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc
      .tuple(range('minItems', 'maxItems', 0, 4), tie('schemas'))
      .map(([own, items]): JsonObject => ({ type: 'array', ...own, items })),
    fc
      .record({
        one: tie('schemas'),
        other: tie('schemas'),
        required: fc.subarray(['one', 'other']),
        type: fc.constantFrom<Json>('object', ['object', 'null'], ['null', 'object']),
      })
      .map(({ one, other, required, type }): JsonObject => ({ type, properties: { one, other }, required })),
    tie('schemas').map((each): JsonObject => ({ type: 'object', additionalProperties: each })),
  ),
}));
