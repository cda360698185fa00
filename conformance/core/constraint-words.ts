import type { Constraint } from '../../src/contract/contract.ts';

/** What a keyword asks of a value, in words. */
export function wordsFor({ keyword, value }: Pick<Constraint, 'keyword' | 'value'>): string {
  const list = Array.isArray(value)
    ? value.map((item) => JSON.stringify(item)).join(' or ')
    : JSON.stringify(value);
  switch (keyword) {
    case 'type':
      return (Array.isArray(value) ? value : [value]).map((kind) => kinds[String(kind)] ?? kind).join(' or ');
    case 'format':
      return formats[String(value)] ?? `in the format ${value}`;
    case 'enum':
    case 'const':
      return list;
    case 'minLength':
      return `at least ${value} characters long`;
    case 'maxLength':
      return `at most ${value} characters long`;
    case 'minimum':
      return `at least ${value}`;
    case 'maximum':
      return `at most ${value}`;
    case 'minItems':
      return `a list of at least ${value}`;
    case 'maxItems':
      return `a list of at most ${value}`;
    case 'pattern':
      return `text matching ${value}`;
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
