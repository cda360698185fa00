import { describe, expect, it } from 'vitest';
import { compared, looseKey, valueKind, valueSize } from '../../conformance/list/compare-values.ts';

/** How two texts compare under a schema: below 0, 0 or above 0; undefined if servers differ. */
const under =
  (schema: unknown) =>
  (one: string, other: string): number | undefined =>
    compared(valueKind(schema), one, other, schema);

it.each([
  ['7', 7],
  ['-1.5', -1.5],
  ['', undefined],
  [' ', undefined],
  ['seven', undefined],
] as const)('the number %j is %j', (text, size) => expect(valueSize('number', text)).toBe(size));

describe('two values compare', () => {
  it('as numbers where the schema says numbers', () => {
    expect(under({ type: 'integer' })('9', '10')).toBe(-1);
  });

  it('as text where the schema says text, if all orders of text agree', () => {
    expect(under({ type: 'string' })('apple', 'pear')).toBe(-1);
    expect(under({ type: 'string' })('9', '10')).toBeUndefined();
    expect(under({ type: 'string' })('Z', 'a')).toBeUndefined();
  });

  it('as UUIDs, if their text, signed halves and the groups from the end agree', () => {
    const uuid = under({ type: 'string', format: 'uuid' });
    const [low, high] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002'];
    expect(uuid(low, high)).toBe(-1);
    expect(under({ type: 'string' })(low, low.replace(/^1/, '9'))).toBe(-1);
    expect(uuid(low, low.replace(/^1/, '9'))).toBeUndefined();
    expect(uuid(low, high.replace(/2$/, '0'))).toBeUndefined();
  });

  it('as one of several types says, beside null', () => {
    expect(under({ anyOf: [{ type: 'integer' }, { type: 'null' }] })('9', '10')).toBe(-1);
    expect(under({ type: ['number', 'null'] })('9', '10')).toBe(-1);
  });

  it('as instants where the schema says so', () => {
    expect(
      under({ type: 'string', format: 'date-time' })('2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z'),
    ).toBe(-1);
  });

  it('as servers like where the schema says no type, unless all orders agree on numbers', () => {
    expect(under({})('5', '7')).toBe(-1);
    expect(under({})('5', 'text')).toBeUndefined();
    expect(under({})('true', '5')).toBeUndefined();
    expect(under({})('apple', 'pear')).toBeUndefined();
    expect(under({})('text', 'text')).toBeUndefined();
  });
});

it('equal keys of texts differ at most in case, accents and punctuation, those of numbers in their form', () => {
  const isEqual = (type: string, one: string, other: string): boolean =>
    looseKey({ type }, one) === looseKey({ type }, other);
  expect([isEqual('string', 'Zelt-Grün', 'zelt grun'), isEqual('string', '1.0', '1')]).toEqual([true, false]);
  expect([isEqual('number', '1.0', '1'), isEqual('number', '1.5', '15')]).toEqual([true, false]);
});
