import { oneOf } from '../one-of.ts';
import type { Constraint } from './contract.ts';

/** What several constraints ask of a value, in words: two bounds of its length are one range. */
export function wordsForAll(constraints: readonly Pick<Constraint, 'keyword' | 'value'>[]): string {
  const [least, most] = ['minLength', 'maxLength'].map((name) =>
    constraints.find(({ keyword }) => keyword === name),
  );
  if (!least || !most) return constraints.map(wordsFor).join(' and ');
  const range = `${least.value} to ${most.value} characters long`;
  return [range, ...constraints.filter((one) => one !== least && one !== most).map(wordsFor)].join(' and ');
}

/** What a keyword asks of a value, in words. */
export function wordsFor({ keyword, value }: Pick<Constraint, 'keyword' | 'value'>): string {
  const list = oneOf((Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item)));
  switch (keyword) {
    case 'type':
      return (Array.isArray(value) ? value : [value]).map((kind) => kinds[String(kind)] ?? kind).join(' or ');
    case 'format':
      return formats[String(value)] ?? `in the format ${value}`;
    case 'enum':
    case 'const':
      return list;
    case 'minLength':
      return `at least ${value} ${value === 1 ? 'character' : 'characters'} long`;
    case 'maxLength':
      return `at most ${value} characters long`;
    case 'minimum':
      return `at least ${value}`;
    case 'maximum':
      return `at most ${value}`;
    case 'minItems':
      return `a list of at least ${value} ${value === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `a list of at most ${value} entries`;
    case 'pattern':
      return `text that matches ${value}`;
    default:
      return 'present';
  }
}

const kinds: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

const formats: Record<string, string> = {
  uuid: 'a UUID',
  'date-time': 'an RFC 3339 timestamp',
  email: 'an e-mail address',
  uri: 'a URL',
};

/** The field a constraint speaks of, as in the middle of its id. */
export const memberOf = ({ id, operation, keyword }: Constraint): string =>
  id.slice(operation.length + 1, -(keyword.length + 1));
