import { expect, it } from 'vitest';
import { allowsText, meaningsOf } from '../../src/contract/parameter-text.ts';
import type { JsonObject } from '../../src/json/json.ts';

const listOf = (items: JsonObject, more: JsonObject = {}) => ({ type: 'array', items, ...more });

it.each<[string, JsonObject, string, unknown[]]>([
  ['numbers between commas', { type: 'integer' }, '1,2', [1, 2]],
  ['texts between commas', { type: 'string' }, 'a,b', ['a', 'b']],
  ['an item with a comma', { enum: ['name,asc', 'name,desc'] }, 'name,asc', ['name,asc']],
  ['values that the schema does not allow', { enum: ['name,asc', 'name,desc'] }, 'name,up', ['name', 'up']],
  ['items that may also be one', { type: 'string', pattern: '^[a-z,]+$' }, 'a,b', ['a', 'b']],
])('reads a list: %s', (_, items, text, list) => {
  expect(meaningsOf(listOf(items), text)).toEqual([list]);
});

it('counts what is between commas', () => {
  expect(allowsText(listOf({ type: 'string' }, { maxItems: 1 }), 'a,b')).toBe(false);
  expect(allowsText(listOf({ enum: ['a,b'] }, { maxItems: 1 }), 'a,b')).toBe(true);
});
