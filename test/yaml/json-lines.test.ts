import { expect, it } from 'vitest';
import { createPlaces } from '../../src/yaml/json-lines.ts';

it('finds where each path of a JSON text is, and of a path that is not there what is above it', () => {
  const text = '{ "a": [1, { "b]": 2 }],\n "c\\"d" : "}", "e": [] }';
  const placeOf = createPlaces(text);
  const keyAt = (...path: (string | number)[]): string => text.slice(placeOf(path)).slice(0, 6);
  expect([keyAt(), keyAt('a'), keyAt('a', 1), keyAt('a', 1, 'b]'), keyAt('c"d'), keyAt('e')]).toEqual([
    '{ "a":', '"a": [', '{ "b]"', '"b]": ', '"c\\"d"', '"e": [',
  ]); // biome-ignore format: one glance
  expect([placeOf(['e', 0]), placeOf(['a', 0, 'b'])]).toEqual([placeOf(['e']), placeOf(['a', 0])]);
});
