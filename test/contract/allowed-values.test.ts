import { expect, it } from 'vitest';
import { allows, sampleOf } from '../../src/contract/schema-values.ts';
import type { Json } from '../../src/json/json.ts';

it.each([
  [{ maximum: 3 }, 3, true],
  [{ exclusiveMaximum: 3 }, 3, false],
  [{ exclusiveMinimum: 3 }, 3, false],
  [{ multipleOf: 0.1 }, 0.3, true],
  [{ multipleOf: 2 }, 3, false],
  [{ properties: { gone: false } }, { gone: 1 }, false],
  [{ properties: { any: true } }, { any: 1 }, true],
])('%j allows %j: %s', (schema, value, isAllowed) => {
  expect(allows(schema, value)).toBe(isAllowed);
});

it.each<[schema: Json, sample: Json]>([
  [{ enum: [null, 'a'] }, 'a'],
  [{ type: 'integer', minimum: 1.5 }, 2],
  [{ type: ['integer', 'number'], minimum: 1.5 }, 1.5],
  [{ type: 'string', minLength: 6 }, 'texttt'],
  [{ type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
  [{ type: 'array', minItems: 2, uniqueItems: true, items: { type: 'integer' } }, [1, 2]],
  [
    { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string', format: 'uuid' } },
    ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'],
  ],
])('%j has the sample %j', (schema, sample) => {
  expect(sampleOf(schema)).toEqual(sample);
});
