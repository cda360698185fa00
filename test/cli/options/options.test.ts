import { describe, expect, it } from 'vitest';
import { readSeed, readShard, wholeNumber } from '../../../conformance/cli/options/options.ts';

describe('a whole number from 2 to 12', () => {
  it.each([
    ['2', 2],
    ['12', 12],
  ])('may be %s', (text, number) => {
    expect(wholeNumber(2, 12)(text)).toBe(number);
  });

  it.each(['1', '13', '-3', '3.5', '1e1', ' 3', 'three', ''])('may not be "%s"', (text) => {
    expect(() => wholeNumber(2, 12)(text)).toThrow('It must be a whole number from 2 to 12.');
  });
});

describe('a shard', () => {
  it.each([
    ['1/1', 1, 1],
    ['1/3', 1, 3],
    ['3/3', 3, 3],
  ])('may be %s', (text, index, count) => {
    expect(readShard(text)).toEqual({ index, count });
  });

  it.each(['0/3', '4/3', '1', '1/', '/3', '1/3/3', '-1/3', 'a/b'])('may not be %s', (text) => {
    expect(() => readShard(text)).toThrow('It must be I/N with I from 1 to N, such as 2/3.');
  });
});

it('a seed is a number, or drawn', () => {
  expect(readSeed('7')).toBe(7);
  expect(Number.isInteger(readSeed('random'))).toBe(true);
  expect(() => readSeed('next')).toThrow('It must be a whole number from 0 to 2147483647.');
});
