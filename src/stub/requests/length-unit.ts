import type { Validate, Violation } from '../../contract/validate.ts';
import { isObject, type Json } from '../../json/json.ts';
import type { Choices } from '../choices/choices.ts';

/** A validator counts code points; for UTF-16 units, lengths are checked on a copy with as many ASCII letters. */
export function countingIn(unit: Choices['length-unit'], validate: Validate): Validate {
  if (unit === 'code-points') return validate;
  return (value) => [
    ...validate(value).filter((violation) => !isLength(violation)),
    ...validate(recount(value as Json)).filter(isLength),
  ];
}

const isLength = ({ keyword }: Violation): boolean => keyword === 'minLength' || keyword === 'maxLength';

function recount(value: Json): Json {
  if (typeof value === 'string') return 'a'.repeat(value.length);
  if (Array.isArray(value)) return value.map(recount);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, recount(inner)]));
}
