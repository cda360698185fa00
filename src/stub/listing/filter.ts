import {
  type FilterField,
  type FilterForm,
  fieldFor,
  isAnyText,
  listedIn,
  type Meaning,
  readConditions,
} from '../../contract/list-filters.ts';
import type { Operation } from '../../contract/operations.ts';
import { isObject, type Json, type Path } from '../../json/json.ts';
import { isUuid } from '../../json/uuid.ts';
import type { Choices } from '../choices.ts';
import { choiceReason, type Reason } from '../responses.ts';

/** Whether a filter finds what a record shows at a place; undefined if the record shows nothing there. */
type Finds = (shown: Json | undefined) => boolean;

const instant = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?$/;

type Fold = (text: string) => string;

const small: Fold = (text) => text.toLowerCase();

const exactly: Fold = (text) => text;

/** How texts are compared: in any letter case, if that is ignored. */
export const foldFor = (letterCase: 'ignored' | 'distinguished'): Fold =>
  letterCase === 'ignored' ? small : exactly;

const booleans = ['false', 'true'];

/** The difference of a shown value and a text, such as that of a filter; NaN if they are not alike. */
export function difference(shown: Json, text: string, fold: Fold): number {
  if (typeof shown === 'number') return text.trim() === '' ? Number.NaN : shown - Number(text);
  if (typeof shown === 'boolean')
    return booleans.includes(text) ? Number(shown) - booleans.indexOf(text) : Number.NaN;
  if (typeof shown !== 'string') return Number.NaN;
  if (instant.test(shown) && instant.test(text)) return Date.parse(shown) - Date.parse(text);
  const [one, other] = isUuid(shown) ? [small(shown), small(text)] : [fold(shown), fold(text)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Whether equal text is found in any letter case. It is no choice: a `should` advises against it. */
const ignoresCase = (choices: Choices): boolean => Object.hasOwn(choices, 'equal-letter-case');

/** What a condition finds: its meaning, and the values that it names. */
function findsBy(means: Meaning, values: readonly string[], manner: Choices): Finds {
  const [value = ''] = values;
  const fold = foldFor(manner['filter-letter-case']);
  const foldEqual = ignoresCase(manner) ? small : exactly;
  const isAbsent = (shown: Json | undefined): shown is null | undefined =>
    shown === undefined || shown === null;
  const ofSize =
    (isMeant: (size: number) => boolean): Finds =>
    (shown) =>
      !isAbsent(shown) && isMeant(difference(shown, value, fold));
  const ofText =
    (isMeant: (shown: string, text: string) => boolean): Finds =>
    (shown) =>
      !isAbsent(shown) && !isObject(shown) && isMeant(fold(String(shown)), fold(value));
  // Of a list, one entry has to be one of the values.
  const isAny = (shown: Json): boolean =>
    [shown].flat().some((entry) => values.some((one) => difference(entry, one, foldEqual) === 0));
  const table: Readonly<Record<Meaning, Finds>> = {
    eq: (shown) => !isAbsent(shown) && isAny(shown),
    in: (shown) => !isAbsent(shown) && isAny(shown),
    ne: (shown) => (isAbsent(shown) ? manner['filter-ne-absent'] === 'yes' : !isAny(shown)),
    gt: ofSize((size) => size > 0),
    ge: ofSize((size) => size >= 0),
    lt: ofSize((size) => size < 0),
    le: ofSize((size) => size <= 0),
    contains: ofText((shown, text) => shown.includes(text)),
    startswith: ofText((shown, text) => shown.startsWith(text)),
    endswith: ofText((shown, text) => shown.endsWith(text)),
  };
  return table[means];
}

/**
 * The record has one of the values at the place, or what `finds` finds; or one of several conditions holds. Without
 * values, nothing matches.
 */
type Condition =
  | { readonly place: Path; readonly values: readonly string[]; readonly finds?: Finds }
  | { readonly either: readonly Condition[] };

export type Conditions = readonly Condition[];

type BadFilter = Unreadable & { readonly reason: Reason; readonly parameter?: string };

/** The part of an operation that says how its records are filtered. */
type FilteredListing = Pick<Operation, 'id' | 'idPlace' | 'list'>;

/** Reads a filter that is written with operators. */
export function readFilter(
  text: string | undefined,
  operation: FilteredListing,
  choices: Choices,
): Conditions | BadFilter {
  const fields = operation.list?.filter?.fields ?? [];
  if (text === undefined) return [];
  const parsed = parseFilter(text, choices);
  const read = 'expected' in parsed ? parsed : (unexpectedPart(parsed.terms, fields, choices) ?? parsed);
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

const fieldsNamed = (
  fields: readonly FilterField[],
  { text }: FilterTerm['operator'],
): readonly FilterField[] => fields.filter(({ operator }) => operator === text);

function unexpectedPart(
  terms: readonly FilterTerm[],
  fields: readonly FilterField[],
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
    const [known] = fieldsNamed(fields, operator);
    const second = known && known.means !== 'in' ? values[1] : undefined;
    if (second) return { at: second.at - 1, expected: 'a closing parenthesis' };
  }
  return undefined;
}

function readTerm(
  { operator, attribute, values }: FilterTerm,
  { id, idPlace, list }: FilteredListing,
  choices: Choices,
): Conditions | BadFilter {
  const fields = list?.filter?.fields ?? [];
  const supported = fieldsNamed(fields, operator);
  if (supported.length === 0) {
    const reason: Reason = { clause: `${id}/filter-unknown-operator` };
    return { at: operator.at, expected: operatorsOf(fields).join(' or '), reason };
  }
  const field = supported.find((one) => one.attribute === attribute.text);
  if (!field) {
    if (choices['filter-unknown-attribute'] === 'nothing') return [{ place: idPlace, values: [] }];
    const reason = choiceReason('filter-unknown-attribute');
    return { at: attribute.at, expected: supported.map((one) => one.attribute).join(' or '), reason };
  }
  const second = values[1];
  if (second && choices['filter-values'] === 'one') {
    const reason = choiceReason('filter-values');
    return { at: second.at - 1, expected: 'a closing parenthesis', reason };
  }
  return [
    conditionFor(
      field,
      values.map(({ text }) => text),
      choices,
    ),
  ];
}

const operatorsOf = (fields: readonly FilterField[]): string[] => [
  ...new Set(fields.map(({ operator }) => operator)),
];

/** Equal texts are found by an index. */
const conditionFor = (
  { place, means, schema }: FilterField,
  values: readonly string[],
  choices: Choices,
): Condition =>
  (means === 'eq' || means === 'in') && isAnyText(schema) && !ignoresCase(choices)
    ? { place, values }
    : { place, values, finds: findsBy(means, values, choices) };

type FilterWord = { readonly text: string; readonly at: number };

type FilterTerm = {
  readonly operator: FilterWord;
  readonly attribute: FilterWord;
  readonly values: readonly FilterWord[];
};

/** A syntax error: its position, counted from zero, and what was expected there. */
type Unreadable = { readonly at: number; readonly expected: string };

type Scanned = FilterWord & { readonly end: number };

function parseFilter(text: string, choices: Choices): { readonly terms: FilterTerm[] } | Unreadable {
  const terms: FilterTerm[] = [];
  let position = 0;
  for (;;) {
    const read = parseTerm(text, position, choices);
    if ('expected' in read) return read;
    terms.push(read.term);
    position = read.end;
    if (position === text.length) return { terms };
    if (text[position] !== ':') return { at: position, expected: 'the end of the filter' };
    position += 1;
  }
}

function parseTerm(
  text: string,
  start: number,
  choices: Choices,
): { readonly term: FilterTerm; readonly end: number } | Unreadable {
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
  if (content.trim() === '') return { at: start, expected: wanted };
  if (content.trimStart() !== content) return { at: start, expected: `${wanted} without space before it` };
  if (content.trimEnd() !== content) return { at: end - 1, expected: `${wanted} without space after it` };
  return { text: content, at: start, end };
}

const unquote = (text: string, choices: Choices): string =>
  choices['filter-quotes'] === 'stripped' ? text.replace(/^"(.*)"$/s, '$1') : text;

/** Reads filters of any other style. */
export function readQueryFilters(
  query: ReadonlyMap<string, string>,
  form: FilterForm,
  listing: FilteredListing,
  choices: Choices,
): Conditions | BadFilter {
  const { conditions, unread } = readConditions(form, [...query]);
  const [bad] = unread;
  if (bad)
    return {
      at: 0,
      expected: 'a condition',
      parameter: bad[0],
      reason: { clause: `${listing.id}/filter-unparsable` },
    };
  const all: Condition[] = [];
  for (const { conditions: joined, join } of conditions) {
    const read: Condition[] = [];
    for (const one of joined) {
      const found = readTerm(termOf(form, one), listing, choices);
      if (isBadFilter(found)) return { ...found, parameter: form.parameter ?? [...query.keys()].join() };
      read.push(...found);
    }
    all.push(...(join === 'or' ? [{ either: read }] : read));
  }
  return all;
}

/** A condition as the grammar writes it; where its parts are, its parameter says. */
function termOf(
  form: FilterForm,
  one: Parameters<typeof fieldFor>[1] & { readonly value: string },
): FilterTerm {
  const field = fieldFor(form, one);
  const values = field?.takesSeveral ? listedIn(field, one.value) : [one.value];
  const word = (text: string): FilterWord => ({ text, at: 0 });
  return { operator: word(one.operator), attribute: word(one.attribute), values: values.map(word) };
}
