import { expect, it } from 'vitest';
import { createRemembered, rememberedLimit } from './remembered.ts';

it('remembers values of every kind apart', () => {
  const seen = createRemembered();
  for (const value of ['1', null, { a: 1 }]) seen.add(value);
  expect(['1', null, { a: 1 }].map(seen.has)).toEqual([true, true, true]);
  expect([1, 'null', { a: 2 }, undefined].map(seen.has)).toEqual([false, false, false, false]);
  seen.clear();
  expect(seen.has('1')).toBe(false);
});

it('forgets the oldest beyond its bound, and takes little room for long values', () => {
  const seen = createRemembered();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index <= rememberedLimit; index += 1) seen.add(`${'long '.repeat(200)}${index}`);
  expect([0, 1, rememberedLimit].map((index) => seen.has(`${'long '.repeat(200)}${index}`))).toEqual([
    false,
    true,
    true,
  ]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 * 1024 * 1024);
});
