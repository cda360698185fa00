import { expect, it } from 'vitest';
import { distance } from '../src/words.ts';

it.each([
  ['', '', 0],
  ['', 'node', 4],
  ['node', 'node', 0],
  ['kitten', 'sitting', 3],
  ['aa', 'aaa', 1],
  ['/v2/application-keys', '/v2/aplication-key', 2],
  ['abcde', 'eabcd', 2],
])('of %o and %o, %i characters differ', (one, other, count) => {
  expect([distance(one, other), distance(other, one)]).toEqual([count, count]);
});
