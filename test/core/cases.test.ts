import { expect, test } from 'vitest';
import { shareOf, spread } from '../../conformance/core/cases.ts';

const collections = ['first', 'second', 'third'];

test('each case is tried on one collection, and all collections get as many', () => {
  const planned = spread([1, 2, 3, 4, 5, 6], collections);
  expect([...planned]).toEqual([
    ['first', [1, 4]],
    ['second', [2, 5]],
    ['third', [3, 6]],
  ]);
});

test('a case goes to a collection that has what it needs, to that with the fewest cases so far', () => {
  const planned = spread(['any', 'picky', 'picky', 'any', 'any'], collections, (collection, one) =>
    one === 'picky' ? collection !== 'second' : true,
  );
  expect([...planned]).toEqual([
    ['first', ['any', 'picky']],
    ['second', ['any', 'any']],
    ['third', ['picky']],
  ]);
});

test('a case that no collection fits is tried on none', () => {
  expect([...spread(['one'], collections, () => false).values()].flat()).toEqual([]);
  expect([...spread(['one'], []).values()]).toEqual([]);
});

test('many collections take one case each, in turn', () => {
  expect(collections.map((one) => shareOf(['within', 'after'], collections, one))).toEqual([
    ['within'],
    ['after'],
    ['within'],
  ]);
});

test('few collections take all cases, so that each is tried as often as is wanted', () => {
  expect(shareOf(['within', 'after'], ['only'], 'only')).toEqual(['within', 'after']);
  expect(shareOf(['within', 'after'], collections, 'third', 2)).toEqual(['within', 'after']);
  expect(shareOf(['within', 'after'], [...collections, 'fourth'], 'third', 2)).toEqual(['within']);
});
