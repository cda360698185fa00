import { expect, it } from 'vitest';
import { createSeenValues, seenValuesLimit } from '../../../spec/stub/creations.ts';

/** Without garbage: vitest.config.ts lets tests collect it. */
const heapUsed = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

it('distinguishes values of different types', () => {
  const seen = createSeenValues();
  for (const value of ['1', null, { a: 1 }]) seen.add(value);
  expect(['1', null, { a: 1 }].map(seen.has)).toEqual([true, true, true]);
  expect([1, 'null', { a: 2 }, undefined].map(seen.has)).toEqual([false, false, false, false]);
  seen.clear();
  expect(seen.has('1')).toBe(false);
});

it('forgets the oldest beyond its limit, and uses little memory for long values', () => {
  const seen = createSeenValues();
  const before = heapUsed();
  for (let index = 0; index <= seenValuesLimit; index += 1) seen.add(`${'long '.repeat(200)}${index}`);
  expect([0, 1, seenValuesLimit].map((index) => seen.has(`${'long '.repeat(200)}${index}`))).toEqual([
    false,
    true,
    true,
  ]);
  expect(heapUsed() - before).toBeLessThan(30 * 1024 * 1024);
  expect(seen.has('')).toBe(false);
});
