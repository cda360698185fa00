import { expect, it } from 'vitest';
import { inline } from '../../src/contract/openapi.ts';
import { levelsOf } from '../../src/contract/schema-depth.ts';
import { at, type Json, type JsonObject } from '../../src/json/json.ts';

const operations = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`/${index}`, { get: {} }]));

/** A document with a schema of so many fields, each of which refers to the schema itself. */
const growing = (fields: number, count = 1): JsonObject => ({
  paths: operations(count),
  components: {
    schemas: {
      Own: {
        properties: Object.fromEntries(
          Array.from({ length: fields }, (_, index) => [
            `field${index}`,
            { items: { $ref: `#/components/schemas/Other${index}` } },
          ]),
        ),
      },
      ...Object.fromEntries(
        Array.from({ length: fields }, (_, index) => [
          `Other${index}`,
          { anyOf: [{ $ref: '#/components/schemas/Own' }, null, { type: 'null' }] },
        ]),
      ),
    },
  },
});

const own = { $ref: '#/components/schemas/Own' };

it('reads all levels of a schema that is small, or contains itself', () => {
  expect(levelsOf(growing(2), own)).toBe(40);
  expect(levelsOf({ paths: null }, { properties: null, items: true, enum: [{}] })).toBe(40);
  expect(levelsOf({}, true)).toBe(40);
});

it('reads few levels of a schema that grows by each, and fewer of many operations', () => {
  expect(levelsOf(growing(50), own)).toBe(3);
  expect(levelsOf(growing(50, 700), own)).toBe(1);
});

it('reads nothing of a schema that combines too many', () => {
  expect(levelsOf({ paths: operations(10_000) }, { allOf: Array.from({ length: 128 }, () => ({})) })).toBe(
    -1,
  );
  expect(levelsOf({ paths: operations(10_000) }, { allOf: Array.from({ length: 127 }, () => ({})) })).toBe(
    40,
  );
});

it.each(['items', 'additionalProperties', 'contains'])(
  'reads 40 levels of %s, and whatever is below',
  (keyword) => {
    const nested = (levels: number): Json =>
      levels === 0 ? { type: 'string' } : { [keyword]: nested(levels - 1) };
    const read = inline({}, nested(60));
    const depths = Array.from({ length: 60 }, (_, depth) => at(read, ...Array<string>(depth).fill(keyword)));
    expect(depths.findLastIndex((schema) => schema !== undefined)).toBe(41);
  },
);
