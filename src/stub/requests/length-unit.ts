import type { Validate, Violation } from '../../contract/validate.ts';
import { isObject, type Json } from '../../json/json.ts';
import type { Choices } from '../choices/choices.ts';

const units = {
  utf16: (text: string): number => text.length,
  bytes: (text: string): number => Buffer.byteLength(text),
};

/** A validator counts code points; for another unit, lengths are checked on a copy with as many ASCII letters. */
export function countingIn(unit: Choices['length-unit'], validate: Validate): Validate {
  if (unit === 'code-points') return validate;
  return (value) => [
    ...validate(value).filter((violation) => !isLength(violation)),
    ...validate(recount(value as Json, units[unit])).filter(isLength),
  ];
}

const isLength = ({ keyword }: Violation): boolean => keyword === 'minLength' || keyword === 'maxLength';

function recount(value: Json, count: (text: string) => number): Json {
  if (typeof value === 'string') return 'a'.repeat(count(value));
  if (Array.isArray(value)) return value.map((item) => recount(item, count));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, recount(inner, count)]));
}
