import { fullFormats } from 'ajv-formats/dist/formats.js';
import { describe, expect, it, test } from 'vitest';
import { type formats, formatValues, hasFormat, isFormat } from '../../src/json/formats.ts';
import { validatorOf } from '../../src/json/validators.ts';

/** The formats that every value has. */
const boundless = ['float', 'double', 'password', 'binary'];

describe.each(Object.keys(fullFormats))('the format %s', (name) => {
  it('is known, with values that keep it and values of the same type that break it', () => {
    if (!isFormat(name)) throw new Error(`formats.ts has no values for ${name}`);
    const { keeps, breaks } = formatValues[name];
    const validate = validatorOf({ format: name }, 'judged');
    expect(keeps.filter((value) => !validate(value))).toEqual([]);
    expect(breaks.filter((value) => validate(value))).toEqual([]);
    expect(breaks.length > 0).toBe(!boundless.includes(name));
    expect(new Set([...keeps, ...breaks].map((value) => typeof value)).size).toBe(1);
    expect([...keeps, ...breaks].map((value) => hasFormat(name, value))).toEqual(
      [...keeps, ...breaks].map((value) => validate(value)),
    );
  });
});

type Case = readonly [value: string, why: string];
type Cases = { readonly valid: readonly Case[]; readonly invalid: readonly Case[] };

/** Each digit of another script, one of which stands where an ASCII digit should. */
const bengali = '১';

/** The facts of the JSON Schema Test Suite for these formats, and some that it does not have. */
const cases = {
  uuid: {
    valid: [
      ['1f0c8a52-3b7d-4e96-8a41-5d20c7e9b364', 'version 4'],
      ['1F0C8A52-3B7D-4E96-8A41-5D20C7E9B364', 'capitals'],
      ['1f0c8a52-3B7D-4e96-8A41-5d20c7e9B364', 'mixed letters'],
      ['00000000-0000-0000-0000-000000000000', 'the nil UUID'],
      ['1f0c8a52-3b7d-fe96-8a41-5d20c7e9b364', 'an undefined version'],
      ['1f0c8a52-3b7d-4e96-fa41-5d20c7e9b364', 'an undefined variant'],
    ],
    invalid: [
      ['1f0c8a52-3b7d-4e96-8a41-5d20c7e9b36', 'one digit short'],
      ['1f0c8a52-3b7d-8a41-5d20c7e9b364', 'a group short'],
      ['1f0c8a52-3b7d-4e96-8g41-5d20c7e9b364', 'a letter above f'],
      ['1f0c8a52-3b7d-4e96-8a41-5d20c7e9_364', 'an underscore'],
      [`${bengali}f0c8a52-3b7d-4e96-8a41-5d20c7e9b364`, 'a digit of another script'],
      ['1f0c8a523b7d4e968a415d20c7e9b364', 'no hyphens'],
      ['1f0c8a523b7d4e968a415d20c7e9b364----', 'hyphens at the end'],
      ['1f0c8a52-3b7d-4e96-8a41-5d20c7e9b364\n', 'a line break at its end'],
      ['{1f0c8a52-3b7d-4e96-8a41-5d20c7e9b364}', 'braces'],
      ['urn:uuid:1f0c8a52-3b7d-4e96-8a41-5d20c7e9b364', 'a URN'],
    ],
  },
  date: {
    valid: [
      ...['01-31', '02-28', '04-30', '12-31'].map(
        (last): Case => [`2023-${last}`, 'the last day of a month'],
      ),
      ['2024-02-29', 'a leap year'],
      ['0400-02-29', 'a leap year that ends a century'],
      ['0001-01-01', 'the first year'],
      ['1582-10-10', 'a day that the Gregorian reform left out'],
    ],
    invalid: [
      ...['01-32', '02-29', '02-30', '04-31', '12-32'].map(
        (after): Case => [`2023-${after}`, 'a day after the last'],
      ),
      ['0100-02-29', 'no leap year'],
      ['2100-02-29', 'no leap year'],
      ['2024-13-01', 'month 13'],
      ['2024-00-15', 'month 0'],
      ['2024-01-00', 'day 0'],
      ['', 'nothing'],
      ['07/23/2024', 'another order'],
      ['2024-205', 'a day of the year'],
      ['20240723', 'no hyphens'],
      ['2024-07-3', 'a day of one digit'],
      ['24-07-23', 'a year of two digits'],
      ['12024-07-23', 'a year of five digits'],
      ['+2024-07-23', 'a sign'],
      [`${bengali}024-07-23`, 'a digit of another script in the year'],
      [`2024-07-2${bengali}`, 'a digit of another script in the day'],
      ['YYYY-07-23', 'letters for the year'],
      ['2024:07:23', 'colons'],
      ['2024–07–23', 'dashes'],
      [' 2024-07-23', 'a space before it'],
      ['2024-07-23 ', 'a space after it'],
      ['2024-07-23\0', 'a NUL'],
      ['2024-07-23Z', 'an offset after it'],
      ['2024-07-23T04:05:06Z', 'a time after it'],
    ],
  },
  time: {
    valid: [
      ['04:05:06Z', 'in UTC'],
      ['04:05:06z', 'a small z'],
      ['04:05:06.789012Z', 'a long fraction'],
      ['04:05:59.999999999999999Z', 'a fraction that rounds up'],
      ['04:05:06+00:20', 'minutes ahead'],
      ['04:05:06-08:00', 'hours behind'],
      ['04:05:06-00:00', 'an unknown offset'],
      ['23:59:60Z', 'a leap second'],
      ['01:29:60+01:30', 'a leap second, ahead'],
      ['15:59:60-08:00', 'a leap second, behind'],
    ],
    invalid: [
      ['004:005:006Z', 'three digits'],
      ['24:00:00Z', 'hour 24'],
      ['04:60:00Z', 'minute 60'],
      ['04:05:61Z', 'second 61'],
      ['22:59:60Z', 'a leap second of another hour'],
      ['23:58:60Z', 'a leap second of another minute'],
      ['23:59:60+01:00', 'a leap second of another hour, ahead'],
      ['23:59:60+00:30', 'a leap second of another minute, ahead'],
      ['04:05:06+24:00', 'an offset of 24 hours'],
      ['04:05:06+00:60', 'an offset of 60 minutes'],
      ['04:05:06-8:000', 'an offset in other digits'],
      ['04:05:06+0000', 'an offset without a colon'],
      ['04:05:06+00', 'an offset without minutes'],
      ['04:05:06Z+00:30', 'two offsets'],
      ['04:05:06#00:20', 'another sign'],
      ['04:05:06 PST', 'a name of a zone'],
      ['04:05:06', 'no offset'],
      ['04:05:06,7Z', 'a comma'],
      [`0${bengali}:05:06Z`, 'a digit of another script'],
      ['ab:cd:ef', 'letters'],
      ['2024-07-23T04:05:06Z', 'a date before it'],
    ],
  },
  'date-time': {
    valid: [
      ['2024-07-23T04:05:06Z', 'in UTC'],
      ['2024-07-23T04:05:06.789012Z', 'a fraction'],
      ['2024-07-23T00:59:59.999999999999999Z', 'a fraction that rounds up'],
      ['2024-07-23T04:05:06.789-08:00', 'hours behind'],
      ['2024-07-23t04:05:06z', 'small letters'],
      ['2024-07-23 04:05:06Z', 'a space'],
      ['2016-12-31T23:59:60Z', 'a leap second'],
      ['2016-12-31T15:59:60.123-08:00', 'a leap second, behind'],
    ],
    invalid: [
      ['2016-12-31T23:59:61Z', 'second 61'],
      ['2016-12-31T23:58:60Z', 'a leap second of another minute'],
      ['2016-12-31T22:59:60Z', 'a leap second of another hour'],
      ['2016-12-31T24:59:60+01:00', 'hour 24, with a leap second'],
      ['2024-02-31T04:05:06Z', 'a day that does not exist'],
      ['2024-07-23T24:00:00Z', 'hour 24'],
      ['2024-07-23T04:60:00Z', 'minute 60'],
      ['2024-07-23T04:05:06+10:60', 'an offset of 60 minutes'],
      ['2024-07-23T04:05:06+0000', 'an offset without a colon'],
      ['2024-07-23T04:05:06.28+01:00Z', 'two offsets'],
      ['2024-07-23T04:05:06', 'no offset'],
      ['2024-07-23\t04:05:06Z', 'a tab'],
      ['2024-07-23T04:05:06Z\n', 'a line break at its end'],
      ['07/23/2024 04:05:06 PST', 'another form'],
      ['2024-205T04:05:06Z', 'a day of the year'],
      ['+12024-07-23T04:05:06Z', 'a year of five digits'],
      [`2024-07-23T0${bengali}:05:06Z`, 'a digit of another script in the time'],
    ],
  },
  email: {
    valid: [
      ['ann.lee@example.com', 'a dot'],
      ['an~n@example.com', 'a tilde'],
      ['ann@localhost', 'a domain of one label'],
      ['"ann lee"@example.com', 'a quoted space'],
      ['"ann@lee"@example.com', 'a quoted @'],
      ['"ann\\"lee"@example.com', 'a quoted quotation mark'],
      ['ann.lee@[192.0.2.1]', 'an address of version 4'],
      ['ann.lee@[IPv6:2001:db8::1]', 'an address of version 6'],
    ],
    invalid: [
      ['1984', 'no @'],
      ['@example.com', 'no name'],
      ['ann@', 'no domain'],
      ['.ann@example.com', 'a dot at the beginning'],
      ['ann.@example.com', 'a dot at the end'],
      ['an..n@example.com', 'two dots side by side'],
      ['ann lee@example.com', 'a space'],
      ['"ann"lee"@example.com', 'a quotation mark within quotation marks'],
      ['ann@exam_ple.com', 'a sign that no domain has'],
      ['ann@-example.com', 'a label that begins with a hyphen'],
      ['ann@[192.0.2.300]', 'no address of version 4'],
      ['ann@[2001:db8::1]', 'an address of version 6 without its tag'],
      ['ann@example.com, lee@example.com', 'two addresses'],
      ['"Ann Lee" <ann.lee@example.com> (Sales)', 'a whole header'],
    ],
  },
  'uri-template': {
    valid: [
      ['/books/{shelf.number}', 'a dot in a name'],
      ["/it's", 'an apostrophe'],
    ],
    invalid: [['/books/{shelf..number}', 'two dots side by side']],
  },
} as const satisfies Readonly<Partial<Record<keyof typeof formats, Cases>>>;

describe.each(Object.entries(cases))('%s is what its RFC says', (name, { valid, invalid }: Cases) => {
  const validate = validatorOf({ format: name }, 'judged');
  test.each(valid)('%j keeps it: %s', (value) => {
    expect(validate(value)).toBe(true);
  });
  test.each(invalid)('%j breaks it: %s', (value) => {
    expect(validate(value)).toBe(false);
  });
});

test.each([
  ['uri', 'http://example.com:port/'],
  ['uri-reference', '/[::1]'],
  ['duration', 'P1Y2D'],
  ['hostname', 'xn--X'],
] as const)('%s is read more widely than its RFC says, which blames nobody: %s', (name, value) => {
  expect(hasFormat(name, value)).toBe(true);
});

it('an integer of 64 bits may be one that a reader of JSON rounds up', () => {
  expect([2 ** 63, -(2 ** 63), 2 ** 64].map((value) => hasFormat('int64', value))).toEqual([
    true,
    true,
    false,
  ]);
});

it('a format with the name of something that each object has is as unknown as any other', () => {
  for (const name of ['constructor', 'hasOwnProperty', 'toString', '__proto__', 'phone'])
    expect(validatorOf({ format: name }, 'judged')('anything')).toBe(true);
});
