import { describe, expect, it } from 'vitest';
import { at, isObject, type Json, withAt, withoutAt } from '../../src/json/json.ts';

const value: Json = { a: [{ b: 1 }, 2], 'c/d': { '': null } };

describe('isObject', () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ['{}', false],
    [undefined, false],
  ])('of %j is %j', (some, is) => {
    expect(isObject(some)).toBe(is);
  });
});

describe('at', () => {
  it.each<[(string | number)[], unknown]>([
    [[], value],
    [['a', 0, 'b'], 1],
    [['a', 1], 2],
    [['a', 2], undefined],
    [['a', 1, 'b'], undefined],
    [['c/d', ''], null],
    [['c/d', '', 'x'], undefined],
    [['toString'], undefined],
    [['a', 'length'], 2],
    [['__proto__'], undefined],
  ])('%j is %j', (path, found) => {
    expect(at(value, ...path)).toBe(found);
  });
});

describe('withAt', () => {
  it.each<[(string | number)[], Json]>([
    [[], 9],
    [['a', 0, 'b'], { a: [{ b: 9 }, 2], 'c/d': { '': null } }],
    [['a', 0, 'x', 'y'], { a: [{ b: 1, x: { y: 9 } }, 2], 'c/d': { '': null } }],
    [['a', 7], value],
    [['e', 'f'], { ...value, e: { f: 9 } }],
    [['c/d', '', 'x'], { a: [{ b: 1 }, 2], 'c/d': { '': { x: 9 } } }],
  ])('puts a value at %j', (path, changed) => {
    expect(withAt(value, path, 9)).toEqual(changed);
  });

  it('creates a member named __proto__ like any other', () => {
    const changed = withAt({}, ['__proto__', 'polluted'], true);
    expect(Object.hasOwn(changed as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('withoutAt', () => {
  it.each<[(string | number)[], Json]>([
    [[], value],
    [['a'], { 'c/d': { '': null } }],
    [['a', 0], { a: [2], 'c/d': { '': null } }],
    [['a', 0, 'b'], { a: [{}, 2], 'c/d': { '': null } }],
    [['a', 9, 'b'], value],
    [['nothing', 'here'], value],
    [['c/d', '', 'x'], value],
  ])('removes %j', (path, changed) => {
    expect(withoutAt(value, path)).toEqual(changed);
  });

  it('does not change its argument', () => {
    const before = structuredClone(value);
    withAt(value, ['a', 0, 'b'], 9);
    withoutAt(value, ['a', 0]);
    expect(value).toEqual(before);
  });
});
