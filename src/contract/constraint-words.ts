// A constraint in words, such as `at most 5 characters long`.

import type { Json } from '../json/json.ts';
import { oneOf } from '../words.ts';
import type { Constraint } from './contract.ts';

/** A lower and an upper bound of a length are put into one range. */
export function wordsForAll(constraints: readonly Pick<Constraint, 'keyword' | 'value'>[]): string {
  const [least, most] = ['minLength', 'maxLength'].map((name) =>
    constraints.find(({ keyword }) => keyword === name),
  );
  if (!least || !most) return constraints.map(wordsOfConstraint).join(' and ');
  const range = `${least.value} to ${most.value} characters long`;
  return [range, ...constraints.filter((one) => one !== least && one !== most).map(wordsOfConstraint)].join(
    ' and ',
  );
}

export function wordsOfConstraint({ keyword, value }: Pick<Constraint, 'keyword' | 'value'>): string {
  return keywordWords[keyword]?.(value) ?? 'present';
}

/** How many listed values a clause names; a list of all countries would hide what else a line says. */
const mostQuoted = 12;

function quotedValues(value: Json): string {
  const values = [value].flat();
  const quoted = values.slice(0, mostQuoted).map((item) => JSON.stringify(item));
  return values.length > mostQuoted
    ? `one of ${quoted.join(', ')} and ${values.length - mostQuoted} more`
    : oneOf(quoted);
}

const keywordWords: Readonly<Record<string, (value: Json) => string>> = {
  type: (value) =>
    [value]
      .flat()
      .map((kind) => kinds[String(kind)] ?? kind)
      .join(' or '),
  format: (value) => formatNames[String(value)] ?? `in the format ${value}`,
  enum: quotedValues,
  const: quotedValues,
  anyOf: (value) => `valid as ${oneOf([value].flat().map(String))}`,
  minLength: (value) => `at least ${value} ${value === 1 ? 'character' : 'characters'} long`,
  maxLength: (value) => `at most ${value} characters long`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minItems: (value) => `a list of at least ${value} ${value === 1 ? 'entry' : 'entries'}`,
  maxItems: (value) => `a list of at most ${value} entries`,
  pattern: (value) => `text that matches ${value}`,
  exclusiveMinimum: (value) => `greater than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  uniqueItems: () => 'a list without equal entries',
  minProperties: (value) => `an object with at least ${value} ${value === 1 ? 'field' : 'fields'}`,
  maxProperties: (value) => `an object with at most ${value} fields`,
  additionalProperties: () => 'an object without unknown fields',
  writeOnly: () => 'not returned',
};

const kinds: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

const formatNames: Record<string, string> = {
  uuid: 'a UUID',
  'date-time': 'an RFC 3339 timestamp',
  email: 'an e-mail address',
  uri: 'a URL',
};

/** The field of a constraint, as in the middle of its id. */
export const fieldOf = ({ id, operation, keyword }: Constraint): string =>
  id.slice(operation.length + 1, -(keyword.length + 1));
