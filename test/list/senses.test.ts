import { expect, it } from 'vitest';
import { sensesOf } from '../../conformance/list/filters/senses.ts';
import type { FilterField, Meaning } from '../../src/contract/list-filters.ts';

const schemas = {
  text: { type: 'string' },
  number: { type: 'number' },
  instant: { type: 'string', format: 'date-time' },
  texts: { type: 'array', items: { type: 'string' } },
};

const sensesBy = (means: Meaning, kind: keyof typeof schemas) => {
  const field: FilterField = {
    ...{ operator: means, means, attribute: 'key', place: ['key'], schema: schemas[kind] },
    ...{ template: { text: '', pairs: [] }, takesSeveral: means === 'in', isRepeated: false },
    ...{ named: means, key: 'key' },
  };
  const { more, less } = sensesOf(field);
  return { ...more, ...less };
};

it.each<readonly [Meaning, keyof typeof schemas, readonly string[]]>([
  ['eq', 'text', []],
  ['contains', 'text', ['is a regular expression', 'looks at the beginning only', 'looks for the whole text']],
  ['startswith', 'text', ['is a regular expression', 'looks anywhere', 'looks for the whole text']],
  ['eq', 'texts', ['finds parts of several values', 'looks at the first of several values only']],
  ['eq', 'number', ['drops fractions', 'drops the sign of the value', 'finds numbers that begin with it', 'ignores the value 0']],
  ['in', 'number', ['drops fractions', 'drops the sign of the value', 'finds numbers that begin with it', 'ignores the value 0']],
  ['ne', 'number', ['is taken for one that is equal']],
  ['gt', 'number', ['compares numbers as text', 'drops the sign of the value', 'finds the value itself', 'finds what is below', 'ignores the value 0', 'leaves out the value next to it']],
  ['le', 'number', ['compares numbers as text', 'drops the sign of the value', 'finds the value next to it', 'finds what is above', 'ignores the value 0', 'leaves out the value itself']],
  ['eq', 'instant', ['compares days only', 'compares timestamps as text']],
  ['in', 'instant', ['compares days only']],
  ['ge', 'instant', ['compares days only', 'compares timestamps as text', 'finds the value next to it', 'finds what is below', 'leaves out the value itself']],
])('the mistakes of a filter: %s of a %s', (means, kind, names) => {
  expect(Object.keys(sensesBy(means, kind)).sort()).toEqual(names.toSorted());
}); // biome-ignore format: a table

it.each<readonly [Meaning, keyof typeof schemas, name: string, value: string, found: string, lost: string]>([
  ['startswith', 'text', 'looks anywhere', 'ent', 'tent', 'tea'],
  ['contains', 'text', 'looks for the whole text', 'tent', 'tent', 'tents'],
  ['contains', 'text', 'is a regular expression', 't.n', 'a tent', 't\n'],
  ['endswith', 'text', 'is a regular expression', 'e.t', 'tent', 'tents'],
  ['eq', 'texts', 'finds parts of several values', 'gmp', '["gmp-2"]', '["gm"]'],
  ['eq', 'number', 'drops the sign of the value', '-7', '7', '-7'],
  ['eq', 'number', 'finds numbers that begin with it', '7', '71', '17'],
  ['eq', 'number', 'drops fractions', '7.2', '7.5', '8'],
  ['ne', 'number', 'is taken for one that is equal', '7', '7', '8'],
  ['gt', 'number', 'compares numbers as text', '10', '9', '1'],
  ['lt', 'number', 'compares numbers as text', '9', '10', '95'],
  ['ge', 'number', 'compares numbers as text', '9', '9', '10'],
  ['le', 'number', 'compares numbers as text', '10', '10', '9'],
  ['eq', 'instant', 'compares timestamps as text', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ['eq', 'instant', 'compares days only', '2026-01-01T00:00:00Z', '2026-01-01T09:00:00Z', '2026-01-02T00:00:00Z'],
  ['gt', 'instant', 'compares days only', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T09:00:00Z'],
])('a mistaken filter %s of a %s, that %s, by %s finds %s, not %s', (means, kind, name, value, found, lost) => {
  const sense = sensesBy(means, kind)[name];
  expect([found, lost].map((shown) => sense?.(shown, value))).toEqual([true, false]);
}); // biome-ignore format: a table
