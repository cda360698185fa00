import type { ListStructure } from '../../../src/contract/list.ts';
import {
  conditionsIn,
  defaultConditions,
  type FilterField,
  fieldFor,
  filterFields,
  isAnyText,
  isSimple,
  longestSimple,
  type Meaning,
} from '../../../src/contract/list-filters.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { allowsText } from '../../../src/contract/parameter-text.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import { literally } from '../../../src/contract/templates.ts';
import { type HttpRequest, queryIn } from '../../../src/http/exchange.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { nameDecoded } from '../../core/requests.ts';
import { instantOf, typesIn, valueKind } from '../compare-values.ts';
import { filterText, filterValues } from './meanings.ts';

export type Attribute = string;

/** One condition, and the values that it names; ids in lower case. */
export type Term = { readonly field: FilterField; readonly values: readonly string[] };

/** What a filter looks for. */
export type Sought = { readonly terms: readonly Term[]; readonly join: 'and' | 'or' };

/** Whether a filter for a value must be accepted: plain, without a space, of at least three characters. */
export const isSurelyTaken = (value: string): boolean =>
  isSimple(value) && value.length > 2 && !value.includes(' ');

/** Text that only needs percent-encoding: nothing in it has a meaning in any grammar of filters. */
const encodable = /^[^\p{C}\p{Z},()"'\\:;]+(?: +[^\p{C}\p{Z},()"'\\:;]+)*$/u;

/** Whether a value is such text and not plain. Longer text may not fit an address when it is encoded. */
export const isEncodable = (value: string): boolean =>
  value.length <= 400 && encodable.test(value) && !isSimple(value);

/** What a filter looks for, if all its conditions are of the contract and have plain values. */
export function readSought({ filter }: ListStructure, text: string | undefined): Sought | undefined {
  const read = filter && text !== undefined ? conditionsIn(text) : undefined;
  if (!filter || !read) return undefined;
  const terms = read.conditions.flatMap((one): Term[] => {
    const field = fieldFor(filter, one);
    const values = field && filterValues(field, one.value);
    if (!field || !values?.every((value) => isPlainFor(field, value))) return [];
    return [{ field, values: field.key === 'id' ? values.map(keyOfId) : values }];
  });
  return terms.length === read.conditions.length ? { terms, join: read.join ?? 'and' } : undefined;
}

/**
 * Whether a value has one meaning in every grammar, and its parameter takes it: instants need colons, in quotes or in a
 * parameter of their own.
 */
export const isPlainFor = (field: FilterField, value: string): boolean =>
  (isSimple(value) || (valueKind(field.schema) === 'instant' && instantOf(value) !== undefined)) &&
  isTaken(field, value);

/** Whether the parameter of a filter takes a value, as its schema says; how a list of values is written, it does not say. */
function isTaken({ parameter }: FilterField, value: string): boolean {
  if (!parameter || typesIn(parameter).some((type) => type === 'array' || type === 'object')) return true;
  return allowsText(parameter, value);
}

/** Attributes of text that is no enum, whose filters find equal values: any text may be looked for. */
export const textAttributes = (list: ListStructure, means?: Meaning): Attribute[] =>
  filterFields(list)
    .filter(
      (field) => hasEqualValues(field) && isAnyText(field.schema) && (means ?? field.means) === field.means,
    )
    .map(({ key }) => key);

/** Whether two fields are bounds of one attribute, a lower and an upper one. */
export function isRange(one: FilterField, other: FilterField): boolean {
  const sides = [one, other].map(({ means }) => means.charAt(0)).toSorted();
  return one.attribute === other.attribute && sides.join('') === 'gl';
}

/** What a field compares, such as `price is at least`. */
export const comparisonWords = ({ attribute, means }: FilterField): string =>
  `${attribute} ${comparisons[means]}`;

const comparisons: Readonly<Record<Meaning, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is above',
  ge: 'is at least',
  lt: 'is below',
  le: 'is at most',
  in: 'is',
  contains: 'contains',
  startswith: 'begins with',
  endswith: 'ends with',
};

export const attributesThat = (list: ListStructure, means?: Meaning): Attribute[] =>
  filterFields(list).flatMap((field) => (means === undefined || field.means === means ? field.key : []));

export const takes = (list: ListStructure, key: Attribute): boolean =>
  filterFields(list).some((field) => field.key === key);

export const filterFieldOf = (list: ListStructure, attribute: Attribute): FilterField => {
  const field = filterFields(list).find((one) => one.key === attribute);
  if (!field) throw new Error(`no filter of the contract looks for ${attribute}`);
  return field;
};

export const filterFor = (list: ListStructure, key: Attribute, value: string): string =>
  `${conditionBeginning(filterFieldOf(list, key))}${value})`;

const conditionBeginning = ({ operator, attribute }: FilterField): string => `${operator}(${attribute},`;

/** What follows the first comma of a filter by an attribute; undefined of any other filter. */
export function restOf(list: ListStructure, key: Attribute, filter: string | undefined): string | undefined {
  const beginning = takes(list, key) ? conditionBeginning(filterFieldOf(list, key)) : undefined;
  return beginning !== undefined && filter?.startsWith(beginning)
    ? filter.slice(beginning.length)
    : undefined;
}

/** The operator with a meaning, if the contract has one. */
export const operatorThat = (list: ListStructure, means: string): string | undefined =>
  filterFields(list).find((field) => field.means === means)?.operator;

/** A text with the operators of the contract for `{eq}` and other meanings; undefined if one has no operator. */
export function withOperators(list: ListStructure, text: string): string | undefined {
  const marks = /\{([a-z]+)\}/g;
  const written = text.replaceAll(marks, (mark, means: string) => operatorThat(list, means) ?? mark);
  return marks.test(written) ? undefined : written;
}

export const bareName = (key: Attribute): string => key.replace(/^.*:/, '');

export const listFilter = (list: ListStructure, ids: readonly string[]): string =>
  filterFor(list, 'id', filterText(filterFieldOf(list, 'id'), ids));

/** Compiles a pattern in which some characters have a meaning; undefined if it is invalid. */
function compilePattern(pattern: string, meanings: Readonly<Record<string, string>>): RegExp | undefined {
  const source = pattern.replace(/\[[^\]]+\]|[\s\S]/g, (part) => {
    if (part.length > 1) return meanings['[]'] === undefined ? literally(part) : part;
    return meanings[part] ?? literally(part);
  });
  return readPattern(`^(?:${source})$`);
}

function readPattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'is');
  } catch {
    return undefined;
  }
}

export const isLike = (text: string, pattern: string): boolean =>
  compilePattern(pattern, { '%': '.*', _: '.' })?.test(text) === true;

export const isGlob = (text: string, pattern: string): boolean =>
  compilePattern(pattern, { '*': '.*', '?': '.', '[]': '' })?.test(text) === true;

export const isFound = (text: string, pattern: string): boolean => readPattern(pattern)?.test(text) === true;

/** Patterns with more wildcards, and longer texts, take too long to match. */
const most = { signs: 3, length: longestSimple };

/** Whether what a record shows fits the pattern that a filter may be taken for. */
export function fitsPattern(item: Item, { terms: [term] }: Sought): boolean {
  const [pattern = ''] = term?.values ?? [];
  const text = (term && shownValue(item, term.field.key)) ?? '';
  return (
    text.length <= most.length &&
    (pattern.match(/[*%?]/g)?.length ?? 0) <= most.signs &&
    (isLike(text, pattern) || isGlob(text, pattern) || isFound(text, pattern))
  );
}

export const rawFilters = (target: string): string[] =>
  target
    .slice(target.indexOf('?') + 1)
    .split('&')
    .map(nameDecoded)
    .filter((parameter) => parameter.startsWith('filter='))
    .map((parameter) => parameter.slice('filter='.length));

export const unusedValue = (attribute: Attribute): string =>
  attribute === 'id' ? 'a55a4000-0000-4000-8000-6e6f626f6479' : `assay-no-such-${bareName(attribute)}`;

/** Attributes of text whose filters take a value that no record has. */
export const unusedAttributes = (list: ListStructure, means?: Meaning): Attribute[] =>
  textAttributes(list, means).filter((key) => isTaken(filterFieldOf(list, key), unusedValue(key)));

/** A parenthesis or comma that is percent-encoded, or a plus sign for a space. */
const recoded = /%28|%29|%2c|\+/i;

/** Whether the filter of a page is written as in the specification (READINGS P5). */
export const isAsShown = ({ exchange }: Pick<Page, 'exchange'>): boolean =>
  isSentAsShown(exchange.request.target);

const isSentAsShown = onceForText((target) => !rawFilters(target).some((filter) => recoded.test(filter)));

/** What the filter of a page looks for, if it is documented, plain and written as in the specification. */
export const soughtOn = onceFor((page: Page): Sought | undefined =>
  isAsShown(page) ? readSought(page.query.list, page.query.filter) : undefined,
);

/** Whether the filter of a page has the form that the contract documents. */
export const isDocumented = (page: Page): boolean =>
  soughtOn(page) !== undefined || encodableOn(page) !== undefined;

/** The values of a filter with one condition. */
const soughtValues = ({ terms: [term, second] }: Sought): readonly string[] =>
  term && !second ? term.values : [];

/** Whether a filter is for one value of a field; by default of any. */
export const isForOne = (sought: Sought, key = sought.terms[0]?.field.key): boolean =>
  sought.terms[0]?.field.key === key && soughtValues(sought).length === 1;

/** What the filter of a page looks for, if it is one value. */
export function oneSoughtOn(page: Page): Sought | undefined {
  const sought = soughtOn(page);
  return sought && isForOne(sought) ? sought : undefined;
}

/** A filter in words, such as `price is at least 5`. */
export const soughtWords = ({ terms, join }: Sought): string =>
  terms.map(({ field, values }) => `${comparisonWords(field)} ${values.join(' or ')}`).join(` ${join} `);

/** What a filter by name looks for whose value needs encoding. */
export function encodableOn(page: Page): Sought | undefined {
  const { list, filter } = page.query;
  if (!isAsShown(page) || !attributesThat(list, 'eq').includes('name')) return undefined;
  const [, value = ''] = /^([^()]*)\)$/.exec(restOf(list, 'name', filter) ?? '') ?? [];
  return isEncodable(value) ? forOne(filterFieldOf(list, 'name'), value) : undefined;
}

const forOne = (field: FilterField, value: string): Sought => ({
  terms: [{ field, values: [value] }],
  join: 'and',
});

/** The ids that the filter of a page lists, if they are several. */
export function listOn(page: Page): string[] | undefined {
  const sought = soughtOn(page);
  const values = sought?.terms[0]?.field.means === 'in' ? soughtValues(sought) : [];
  return values.length < 2 ? undefined : [...new Set(values.map(keyOfId))];
}

/**
 * Characters that have a meaning in some pattern language; two hexadecimal digits after a percent sign may be decoded
 * again. At least three letters or digits are literal, so that not all names match.
 */
const patterned =
  /^(?!.*%[0-9a-f]{2})(?=(?:.*[a-z0-9]){3})[a-z0-9._%*?[\]^$|-]+(?: [a-z0-9._%*?[\]^$|-]+)*$/i;

/** What a filter by a field looks for whose value some servers take for a pattern. */
export function patternOn(page: Page, key: Attribute): Sought | undefined {
  if (!isAsShown(page) || soughtOn(page)) return undefined;
  const [, operator, asked, value = ''] = /^(\w+)\((\w+),([^(),]*)\)$/.exec(page.query.filter ?? '') ?? [];
  const field = filterFields(page.query.list).find(
    (one) => one.operator === operator && one.attribute === asked,
  );
  const isMeant = field?.key === key && hasEqualValues(field) && key !== 'id';
  return isMeant && value.length <= longestSimple && patterned.test(value) ? forOne(field, value) : undefined;
}

/** Whether filters by a field find only values that are equal to that of the filter. */
export const hasEqualValues = ({ means }: FilterField): boolean => means === 'eq' || means === 'in';

/** The value of an attribute that a record shows; ids in lower case. */
export const shownValue = (item: Item, attribute: Attribute): string | undefined =>
  attribute === 'id' ? item.id : item.values[bareName(attribute)];

/** The fields whose parameters a request for a listing leaves out, with the values that are their defaults. */
export function fieldsLeftOut(
  { list, parameters }: Operation,
  { target }: HttpRequest,
): (FilterField & { readonly value: string })[] {
  const sent = queryIn(target);
  if (!list?.filter) return [];
  return defaultConditions(list.filter, parameters, (name) => !sent.has(name)).flatMap(
    ({ operator, attribute, value }) => {
      const field = filterFields(list).find(
        (one) => one.operator === operator && one.attribute === attribute,
      );
      return field ? [{ ...field, value }] : [];
    },
  );
}
