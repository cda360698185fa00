import { expect, it } from 'vitest';
import { shownAs } from '../../src/stub/record-view.ts';

const text = { type: 'string' };
const part = {
  type: 'object',
  required: ['code', 'note'],
  properties: { code: text, note: text, more: text },
};

it.each([
  ['a text, as it is', text, 'a', 'a'],
  ['null, where a response may have it', { type: ['string', 'null'] }, null, null],
  ['no null, where a response may not have it', text, null, undefined],
  ['no null in a list', { type: 'array', items: text }, ['a', null], ['a']],
  ['null in a list whose items may have it', { type: 'array', items: { anyOf: [{ type: 'null' }, part] } }, [null, { code: 'a' }], [null, { code: 'a', note: 'text' }]],
  ['an object without null', part, { code: 'a', note: 'b', more: null }, { code: 'a', note: 'b' }],
  ['an object with what a response must have', part, { code: 'a' }, { code: 'a', note: 'text' }],
  ['a list of such', { type: 'array', items: part }, [{ code: 'a' }], [{ code: 'a', note: 'text' }]],
  ['the alternative that it is nearest to', { anyOf: [{ type: 'integer' }, part] }, { code: 'a' }, { code: 'a', note: 'text' }],
  ['a text that a response may not have, as it was sent', { enum: ['a'] }, 'b', 'b'],
])('of what was sent, a record shows %s', (_, schema, sent, shown) => {
  expect(shownAs(schema, sent)).toEqual(shown);
}); // biome-ignore format: a case a line
