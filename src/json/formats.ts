import type { Format } from 'ajv';
import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import type { Json } from './json.ts';

export type { FormatName };

// What formats mean, for the judge, the stub and the files of the operator: what ajv-formats says, except where an RFC
// says otherwise.

const fullTime =
  /^(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)(?:\.\d+)?(?:z|(?<sign>[+-])(?<hoursAhead>[01]\d|2[0-3]):(?<minutesAhead>[0-5]\d))$/i;

const day = 24 * 60;

/** Whether a text is a `full-time` of RFC 3339. */
function isTime(text: string): boolean {
  const parts = fullTime.exec(text)?.groups;
  if (parts?.second !== '60') return parts !== undefined;
  const { hour, minute, sign = '+', hoursAhead = 0, minutesAhead = 0 } = parts;
  const ahead = 60 * Number(hoursAhead) + Number(minutesAhead);
  const inUtc = 60 * Number(hour) + Number(minute) - Number(`${sign}${ahead}`);
  // A leap second is the last second of a day in UTC.
  return (inUtc + day) % day === day - 1;
}

/** Whether a text is a `date-time` of RFC 3339, which may have a space instead of the T (section 5.6). */
const isDateTime = (text: string): boolean =>
  /^.{10}[t ]/i.test(text) && hasFormat('date', text.slice(0, 10)) && isTime(text.slice(11));

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+";
const label = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
const mailbox = new RegExp(
  `^(?:${atom}(?:\\.${atom})*|"(?:[ !#-[\\]-~]|\\\\[ -~])*")@(?:${label}(?:\\.${label})*|\\[(IPv6:)?([\\da-f.:]+)\\])$`,
  'i',
);

/** Whether a text is a `Mailbox` of RFC 5321 (section 4.1.2); the domain may be one label, or an address in brackets. */
function isMailbox(text: string): boolean {
  const [isFound, isVersion6, address] = mailbox.exec(text) ?? [];
  if (address === undefined) return isFound !== undefined;
  return hasFormat(isVersion6 ? 'ipv6' : 'ipv4', address);
}

const variable = '(?:\\w|%[\\da-f]{2})+(?:\\.(?:\\w|%[\\da-f]{2})+)*(?::[1-9]\\d{0,3}|\\*)?';

/** A template of RFC 6570: names of variables may have dots (section 2.3), and literals an apostrophe (erratum 6937). */
const uriTemplate = new RegExp(
  `^(?:[^\\x00-\\x20"<>%\\\\^\`{|}\\x7f]|%[\\da-f]{2}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`,
  'i',
);

/** Each format that a validator knows. */
export const formats: Readonly<Record<FormatName, Format>> = {
  ...fullFormats,
  time: isTime,
  'date-time': isDateTime,
  email: isMailbox,
  uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
  'uri-template': uriTemplate,
  // A reader of JSON may round the greatest of these integers up to 2^63.
  int64: {
    type: 'number',
    validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
  },
};

export const isFormat = (name: unknown): name is FormatName =>
  typeof name === 'string' && Object.hasOwn(formats, name);

/** Whether a value has a format; a format says nothing about values of other types. */
export function hasFormat(name: FormatName, value: Json): boolean {
  const format = formats[name];
  const isOfNumbers = typeof format === 'object' && 'type' in format && format.type === 'number';
  if (typeof value !== (isOfNumbers ? 'number' : 'string')) return true;
  const check = typeof format === 'object' && 'validate' in format ? format.validate : format;
  if (check instanceof RegExp) return check.test(String(value));
  return typeof check !== 'function' || Reflect.apply(check, undefined, [value]) === true;
}

type FormatValues = {
  /** Values with the format, the most usual first and the shortest last. */
  readonly keeps: readonly [Json, ...Json[]];
  /** Values of the same type without it, which loose parsers accept; none if every value has the format. */
  readonly breaks: readonly Json[];
};

export const formatValues: Readonly<Record<FormatName, FormatValues>> = {
  date: { keeps: ['2026-01-01'], breaks: ['2026-02-30', '20260101'] },
  time: { keeps: ['00:00:00Z'], breaks: ['24:00:00Z', '00:00'] },
  'date-time': { keeps: ['2026-01-01T00:00:00Z'], breaks: ['2026-02-30T00:00:00Z', '2026-01-01'] },
  'iso-time': { keeps: ['00:00:00'], breaks: ['24:00:00', '00:00'] },
  'iso-date-time': { keeps: ['2026-01-01T00:00:00'], breaks: ['2026-02-30T00:00:00', '2026-01-01'] },
  duration: { keeps: ['P1DT12H', 'P1D'], breaks: ['1D', 'P'] },
  uri: { keeps: ['http://example.com/', 'a:b'], breaks: ['example.com', 'http://example.com/a b'] },
  'uri-reference': { keeps: ['/path?query', 'a'], breaks: ['a b', 'a\\b'] },
  'uri-template': { keeps: ['/path/{id}', 'a'], breaks: ['/path/{id', '/path/{}'] },
  url: { keeps: ['http://example.com/', 'ftp://a.io'], breaks: ['example.com', 'http:///path'] },
  email: {
    keeps: ['someone@example.com', 'a@b.io', 'a@b'],
    breaks: ['someone@example.com and others', '@@@'],
  },
  hostname: { keeps: ['example.com', 'a'], breaks: ['-example.com', 'example..com'] },
  ipv4: { keeps: ['192.0.2.1', '1.1.1.1'], breaks: ['192.0.2.256', '192.0.2'] },
  ipv6: { keeps: ['2001:db8::1', '::1'], breaks: ['2001:db8::1::1', '192.0.2.1'] },
  regex: { keeps: ['^[a-z]*$', 'a'], breaks: ['(', '[a-z'] },
  uuid: {
    keeps: ['00000000-0000-4000-8000-000000000000'],
    breaks: ['00000000-0000-4000-8000-00000000000g', '00000000000040008000000000000000'],
  },
  'json-pointer': { keeps: ['/a/0', ''], breaks: ['a/0', '/a~2'] },
  'json-pointer-uri-fragment': { keeps: ['#/a/0', '#'], breaks: ['/a/0', '#/a~2'] },
  'relative-json-pointer': { keeps: ['1/a', '0'], breaks: ['/a', '01/a'] },
  byte: { keeps: ['dGV4dA==', ''], breaks: ['dGV4dA=', 'text!'] },
  int32: { keeps: [1], breaks: [2 ** 31, -(2 ** 31) - 1] },
  int64: { keeps: [1], breaks: [1e19, -1e19] },
  float: { keeps: [1], breaks: [] },
  double: { keeps: [1], breaks: [] },
  password: { keeps: ['text'], breaks: [] },
  binary: { keeps: ['text'], breaks: [] },
};

/** Whether a rule can judge a format: it is known, and not every value has it. */
export const isJudged = (name: unknown): name is FormatName =>
  isFormat(name) && formatValues[name].breaks.length > 0;
