import type { Meaning, Operator } from '../../contract/list-filters.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Path } from '../../json/json.ts';
import type { Choices } from '../choices.ts';
import { choiceReason, type Reason } from '../responses.ts';

/** What a meaning takes, and how it compares values; by default, it finds values that are equal. */
type ServedMeaning = {
  readonly takesOne: boolean;
  readonly finds?: (shown: string, value: string) => boolean;
};

const meanings: Readonly<Record<Meaning, ServedMeaning>> = {
  eq: { takesOne: true },
  in: { takesOne: false },
};

/** The record has one of the values at the place. Without values, nothing matches. */
export type Condition = { readonly place: Path; readonly values: readonly string[] } & Pick<
  ServedMeaning,
  'finds'
>;

export type Conditions = readonly Condition[];

export type BadFilter = Unreadable & { readonly reason: Reason };

/** The part of an operation that says how its records are filtered. */
type Filtered = Pick<Operation, 'id' | 'idPlace' | 'list'>;

/** Reads a filter that is written with operators. */
export function readFilter(
  text: string | undefined,
  operation: Filtered,
  choices: Choices,
): Conditions | BadFilter {
  const operators = operation.list?.filter ?? [];
  if (text === undefined || (text === '' && choices['filter-empty'] === 'absent')) return [];
  const parsed = parseFilter(text, choices);
  const read = 'expected' in parsed ? parsed : (unexpectedPart(parsed.terms, operators, choices) ?? parsed);
  if ('expected' in read) return { reason: { clause: `${operation.id}/filter-unparsable` }, ...read };
  const conditions: Condition[] = [];
  for (const term of read.terms) {
    const condition = readTerm(term, operation, choices);
    if (isBadFilter(condition)) return condition;
    conditions.push(...condition);
  }
  return conditions;
}

export const isBadFilter = (filter: Conditions | BadFilter): filter is BadFilter => 'expected' in filter;

const named = (operators: readonly Operator[], { text }: Term['operator']): Operator | undefined =>
  operators.find(({ name }) => name === text);

function unexpectedPart(
  terms: readonly Term[],
  operators: readonly Operator[],
  choices: Choices,
): (Unreadable & { readonly reason?: Reason }) | undefined {
  for (const [index, { operator, values }] of terms.entries()) {
    if (index > 0 && choices['filter-joined'] === 'rejected') {
      return {
        at: operator.at - 1,
        expected: 'the end of the filter',
        reason: choiceReason('filter-joined'),
      };
    }
    const known = named(operators, operator);
    const second = known && meanings[known.means].takesOne ? values[1] : undefined;
    if (second) return { at: second.at - 1, expected: 'a closing parenthesis' };
  }
  return undefined;
}

function readTerm(
  { operator, attribute, values }: Term,
  { id, idPlace, list }: Filtered,
  choices: Choices,
): Conditions | BadFilter {
  const operators = list?.filter ?? [];
  const { on: supported, means } = named(operators, operator) ?? {};
  if (!supported || !means) {
    const reason: Reason = { clause: `${id}/filter-unknown-operator` };
    return { at: operator.at, expected: operators.map(({ name }) => name).join(' or '), reason };
  }
  const known = Object.hasOwn(supported, attribute.text) ? supported[attribute.text] : undefined;
  if (!known) {
    if (choices['filter-unknown-attribute'] === 'nothing') return [{ place: idPlace, values: [] }];
    const reason = choiceReason('filter-unknown-attribute');
    return { at: attribute.at, expected: Object.keys(supported).join(' or '), reason };
  }
  const second = values[1];
  if (second && choices['filter-values'] === 'one') {
    const reason = choiceReason('filter-values');
    return { at: second.at - 1, expected: 'a closing parenthesis', reason };
  }
  const { finds } = meanings[means];
  return [{ place: known, values: values.map(({ text }) => text), ...(finds ? { finds } : {}) }];
}

type FilterWord = { readonly text: string; readonly at: number };

type Term = {
  readonly operator: FilterWord;
  readonly attribute: FilterWord;
  readonly values: readonly FilterWord[];
};

/** A syntax error: its position, counted from zero, and what was expected there. */
type Unreadable = { readonly at: number; readonly expected: string };

type Scanned = FilterWord & { readonly end: number };

function parseFilter(text: string, choices: Choices): { readonly terms: Term[] } | Unreadable {
  const terms: Term[] = [];
  let position = 0;
  for (;;) {
    const read = parseTerm(text, position, choices);
    if ('expected' in read) return read;
    terms.push(read.term);
    position = skipSpace(text, read.end, choices);
    if (position === text.length) return { terms };
    if (text[position] !== ':') return { at: position, expected: 'the end of the filter' };
    position += 1;
  }
}

function parseTerm(
  text: string,
  start: number,
  choices: Choices,
): { readonly term: Term; readonly end: number } | Unreadable {
  const operator = scan(text, start, 'an operator', choices);
  if ('expected' in operator) return operator;
  if (text[operator.end] !== '(') return { at: operator.end, expected: 'an opening parenthesis' };
  const attribute = scan(text, operator.end + 1, 'an attribute', choices);
  if ('expected' in attribute) return attribute;
  const values: FilterWord[] = [];
  let position = attribute.end;
  while (text[position] === ',') {
    const value = scan(text, position + 1, 'a value', choices);
    if ('expected' in value) return value;
    values.push({ at: value.at, text: unquote(value.text, choices) });
    position = value.end;
  }
  if (values.length === 0) return { at: position, expected: 'a comma and a value' };
  if (text[position] !== ')') return { at: position, expected: 'a comma or a closing parenthesis' };
  return { term: { operator, attribute, values }, end: position + 1 };
}

function scan(text: string, start: number, wanted: string, choices: Choices): Scanned | Unreadable {
  let content = '';
  let end = start;
  for (; end < text.length && !'(),'.includes(text.charAt(end)); end += 1) {
    if (choices['filter-escape'] === 'backslash' && text[end] === '\\') end += 1;
    content += text.charAt(end);
  }
  const trimmed = content.trim();
  if (trimmed === '') return { at: start, expected: wanted };
  if (choices['filter-whitespace'] === 'trimmed') return { text: trimmed, at: start, end };
  if (content.trimStart() !== content) return { at: start, expected: `${wanted} without space before it` };
  if (content.trimEnd() !== content) return { at: end - 1, expected: `${wanted} without space after it` };
  return { text: content, at: start, end };
}

const skipSpace = (text: string, at: number, choices: Choices): number =>
  choices['filter-whitespace'] === 'trimmed' ? text.length - text.slice(at).trimStart().length : at;

const unquote = (text: string, choices: Choices): string =>
  choices['filter-quotes'] === 'stripped' ? text.replace(/^"(.*)"$/s, '$1') : text;

/** Reads a filter that is the value of a parameter of its own. */
export function conditionOf({ means, on }: Operator, value: string): Conditions {
  const { takesOne, finds } = meanings[means];
  const values = takesOne ? [value] : value.split(',');
  return Object.values(on).map((place) => ({ place, values, ...(finds ? { finds } : {}) }));
}
