import { describe, expect, it } from 'vitest';
import { inTime, matches } from '../../src/json/matching.ts';

const endless = '^(a+)+$';
const endlessText = `${'a'.repeat(50)}!`;

describe('a pattern', () => {
  it.each([
    ['^[A-Z]{3}$', 'EUR', 'EURO'],
    ['^\\p{Lu}\\p{L}*$', 'Zoë', 'zoë'],
    ['^(?=.*[0-9])[a-z0-9]+$', 'a1', 'a'],
    ['(?<!-)\\bend\\b', 'the end', 'the-end'],
    ['^(?<sign>[+-])\\d\\k<sign>$', '+1+', '+1-'],
    ['^.$', '😀', '😀😀'],
    ['', 'anything', undefined],
  ])('%s matches as ECMAScript says', (pattern, sound, other) => {
    expect(matches(pattern, sound)).toBe(true);
    if (other !== undefined) expect(matches(pattern, other)).toBe(false);
  });

  it('that takes for ever on a text is told, and only that one', () => {
    const { value, unmatched } = inTime(() => [
      matches('^(b+)+$', 'bbb'),
      matches(endless, endlessText),
      matches(endless, 'a'),
      matches('^(b+)+$', 'b'),
    ]);
    expect(value).toEqual([true, false, false, true]);
    expect([...unmatched]).toEqual([endless]);
    expect(matches(endless, 'aaa')).toBe(true);
    expect(matches(endless, endlessText)).toBe(false);
  });

  it('that takes all of the stack on a text is told', () => {
    const stacked = '^[a-z]+(-[a-z]+)*$';
    const { value, unmatched } = inTime(() => matches(stacked, 'ab-'.repeat(2_600_000)));
    expect([value, ...unmatched]).toEqual([false, stacked]);
    expect(matches(stacked, 'ab-cd')).toBe(true);
  });
});

/** How often work is done that matches a text: twice if it is repeated with a time limit. */
function timesDone(pattern: string): number {
  let times = 0;
  inTime(() => {
    times += 1;
    return matches(pattern, 'text');
  });
  return times;
}

describe('a time limit', () => {
  it.each([
    '^a$',
    '^[a-z]*$',
    '^[^\\]]+$',
    '^\\d{1,5}$',
    '^.*\\.json$',
    '^\\p{L}{2,}?-\\d$',
    '^[*+?]*$',
    '^a{2}',
  ])('is not set for %s, which has one repetition at most', (pattern) => expect(timesDone(pattern)).toBe(1));

  it.each(['a*', '\\s+$', '^a*b*$', '^(a)*$', '^(?:ab)+$', '^a|b*$', '^(a)\\1*$', '^(?=a)', '^\\b', 'a'])(
    'is set for %s',
    (pattern) => {
      expect(timesDone(pattern)).toBe(2);
    },
  );

  it('does not hide what goes wrong in the work', () => {
    expect(() =>
      inTime(() => {
        matches('^(a)*$', 'a');
        throw new TypeError('wrong');
      }),
    ).toThrow('wrong');
    expect(matches('^(a)*$', 'a')).toBe(true);
  });

  it('is that of the work around it', () => {
    const { unmatched } = inTime(() => inTime(() => matches(endless, endlessText)).value);
    expect([...unmatched]).toEqual([endless]);
  });
});
