import { expect, it } from 'vitest';
import { wordsOfConstraint } from '../../src/contract/constraint-words.ts';

it.each([
  [['red', 'blue'], '"red" or "blue"'],
  [
    Array.from({ length: 14 }, (_, number) => number),
    'one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more',
  ],
])('says a long list of values briefly: %j', (value, words) => {
  expect(wordsOfConstraint({ keyword: 'enum', value })).toBe(words);
});
