import { describe, expect, it } from 'vitest';
import { areOneInstant, isAsSent, isSameValue } from '../../conformance/core/same-as-sent.ts';
import type { Json } from '../../src/json/json.ts';

const sameAsSent: readonly [string, Json, Json][] = [
  ['an instant with another offset', '2027-03-31T12:00:00Z', '2027-03-31T14:00:00.000+02:00'],
  ['a decimal with more digits', '10.5', '10.50'],
  ['a decimal without a zero in front', '0.5', '.5'],
  [
    'an id in another letter case',
    '6F9619FF-8B86-D011-B42D-00CF4FC964FF',
    '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
  ],
  ['a text that was composed', 'Cafe\u0301', 'Caf\u00e9'],
  ['line ends of one character', 'a\r\nb', 'a\nb'],
  ['a text without the space around it', ' a ', 'a'],
  ['what stands for a character that is not kept', 'a\u{1f600}', 'a?'],
  ['a list in another order', ['a', 'b', 'a'], ['b', 'a', 'a']],
  ['a text that only looks like an instant', '2027-13-31T12:00:00Z', '2027-13-31T12:00:00Z'],
  ['an object with more, and without a field that is not shown', { a: '1.0', b: 2 }, { a: '1.00', c: 3 }],
];

const notAsSent: readonly [string, Json, Json][] = [
  ['another instant', '2027-03-31T12:00:00Z', '2027-03-31T12:00:01Z'],
  ['the day of an instant', '2027-03-31T00:00:00Z', '2027-03-31'],
  ['another decimal', '10.5', '10.6'],
  ['a whole number in another form, since it may be a code', '7', '07'],
  ['another text', 'a', 'b'],
  ['a text in another letter case', 'Ab', 'aB'],
  ['a number for a text', '7', 7],
  ['a list without an entry', ['a', 'b'], ['a']],
  ['a list with an entry twice', ['a', 'b'], ['a', 'b', 'b']],
  ['a list with an entry once', ['a', 'a', 'b'], ['a', 'b', 'b']],
  ['a field of another value', { a: 1 }, { a: 2 }],
  ['null for a field', { a: 1 }, { a: null }],
];

describe('a value is shown as it was sent', () => {
  it.each(sameAsSent)('as %s', (_, sent, shown) => {
    expect(isAsSent(sent, shown)).toBe(true);
  });

  it.each(notAsSent)('but not as %s', (_, sent, shown) => {
    expect(isAsSent(sent, shown)).toBe(false);
  });

  it('if neither was there', () => {
    expect(isAsSent(undefined, null)).toBe(true);
  });
});

it.each<[string, Json, Json, boolean]>([
  ['a number in a text is the number', 7, '7.0', true],
  ['a time is the same with its seconds', '09:30', '09:30:00.000', true],
  ['another second is another time', '09:30', '09:30:01', false],
  ['an empty list is nothing', [], null, true],
  ['an empty text is nothing', '', {}, true],
  ['zero is something', 0, null, false],
  ['no is something', false, null, false],
  ['a blank text is no zero', ' ', 0, false],
])('of a value that a contract states, %s', (_, stated, shown, isSame) => {
  expect(isSameValue(stated, shown)).toBe(isSame);
});

it('takes no text for an instant that is none', () => {
  expect(areOneInstant('2027-03-31T12:00:00Z', '2027-03-31T13:00:00+01:00')).toBe(true);
  expect(areOneInstant('2027-03-31', '2027-03-31')).toBe(false);
  expect(areOneInstant('2027-13-31T12:00:00Z', '2027-13-31T12:00:00Z')).toBe(false);
});
