import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inline } from '../../src/contract/openapi.ts';
import { allows, fitValue, sampleOf } from '../../src/contract/schema-values.ts';
import { formats } from '../../src/json/formats.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { schemas } from '../laws/schemas.ts';
import { seed } from '../seed.ts';

const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false, formats });
const isValid = (schema: Json, value: Json): boolean => ajv.compile(isObject(schema) ? schema : true)(value);

/** Texts that match the patterns of the drawn schemas. */
const texts = new Map([
  ['^[0-9]+$', ['12345']],
  ['^[a-z]*$', ['text']],
]);

const values = fc.oneof(
  fc.constantFrom<Json>('a', '', 'A1', '2026-01-01', 1, 0, 2.5, true, null, [], [null], {}, { one: 'a' }),
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

it('a sample of a schema is valid, and so is a value that was fitted to it', () => {
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const whole = inline({}, schema);
      const made = [sampleOf(whole, texts), fitValue(whole, value, texts)];
      expect(made.filter((one) => !hasNullField(one) && !isValid(schema, one))).toEqual([]);
    }),
    { seed, numRuns: 300 },
  );
});

/** Null in a field stays: it may stand for an absent field. */
const hasNullField = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(hasNullField)
    : isObject(value) && Object.values(value).some((one) => one === null || hasNullField(one));

it('a schema allows what a validator does', () => {
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const whole = inline({}, schema);
      for (const one of [value, sampleOf(whole, texts)])
        expect(allows(whole, one), JSON.stringify(one)).toBe(isValid(schema, one));
    }),
    { seed, numRuns: 300 },
  );
});
