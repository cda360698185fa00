import { fieldsOf, type ListStructure } from '../../../src/contract/list.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { nameDecoded } from '../../core/calls.ts';
import {
  type Attribute,
  attributesThat,
  bareName,
  type Filter,
  isEncodable,
  longestPlain,
  readFilter,
  restOf,
} from './filter.ts';

/** The values of the filters of a listing call as they were sent, percent-encoding and all. */
export const rawFilters = (target: string): string[] =>
  target
    .slice(target.indexOf('?') + 1)
    .split('&')
    .map(nameDecoded)
    .filter((parameter) => parameter.startsWith('filter='))
    .map((parameter) => parameter.slice('filter='.length));

/** Values that no product can have: they are ours. */
export const nobody = (attribute: Attribute): string =>
  attribute === 'id' ? 'a55a4000-0000-4000-8000-6e6f626f6479' : `assay-no-such-${bareName(attribute)}`;

/** Parentheses or a comma that are percent-encoded, or a plus sign for a space. */
const recoded = /%28|%29|%2c|\+/i;

/** Whether the filter of a page came in the form the specification shows (READINGS P5). */
export const isAsShown = ({ exchange }: Pick<Page, 'exchange'>): boolean =>
  isSentAsShown(exchange.call.target);

const isSentAsShown = onceForText((target) => !rawFilters(target).some((filter) => recoded.test(filter)));

/** What a page was filtered by: a documented filter of plain values, in the form the specification shows. */
const filterOf = onceFor((page: Page): Filter | undefined =>
  !isAsShown(page) ? undefined : readFilter(page.query.list, page.query.filter),
);

/** Whether a page was filtered in the form that the specification documents. */
export const isDocumented = (page: Page): boolean =>
  filterOf(page) !== undefined || encodableOn(page) !== undefined;

/** The one plain value that a page was filtered by; undefined where it is another attribute, several, or none. */
export function soughtOn(page: Page, attribute: Attribute): string | undefined {
  const filter = filterOf(page);
  if (filter?.attribute !== attribute) return undefined;
  return onlyOne(filter.values);
}

/** The name that a page was filtered by, where it is not plain and only has to be percent-encoded. */
export function encodableOn(page: Page): string | undefined {
  if (!isAsShown(page)) return undefined;
  const { list, filter } = page.query;
  if (!attributesThat(list, 'equals').includes('name')) return undefined;
  const [, value] = /^([^()]*)\)$/.exec(restOf(list, 'name', filter) ?? '') ?? [];
  return value !== undefined && isEncodable(value) ? value : undefined;
}

/** The ids that a page was filtered by, in lower case, each once; undefined unless they are several. */
export function listOn(page: Page): string[] | undefined {
  const filter = filterOf(page);
  if (filter?.means !== 'among' || filter.values.length < 2) return undefined;
  return [...new Set(filter.values.map((id) => id.toLowerCase()))];
}

const onlyOne = (values: readonly string[]): string | undefined =>
  values.length === 1 ? values[0] : undefined;

/** The attribute and the one plain value that a page was filtered by. */
export function anySoughtOn(
  page: Page,
): { readonly attribute: Attribute; readonly value: string } | undefined {
  const { attribute, values } = filterOf(page) ?? {};
  const value = values && onlyOne(values);
  return attribute === undefined || value === undefined ? undefined : { attribute, value };
}

/**
 * Signs that some language of patterns gives a meaning; a percent sign before two hexadecimal digits might be decoded
 * once more. At least three letters or digits stand for themselves, so that a pattern fits some names and not all.
 */
const patterned =
  /^(?!.*%[0-9a-f]{2})(?=(?:.*[a-z0-9]){3})[a-z0-9._%*?[\]^$|-]+(?: [a-z0-9._%*?[\]^$|-]+)*$/i;

/** The value a page was filtered by that would be a pattern to some databases, and is not plain. */
export function patternOn(page: Page, attribute: Attribute): string | undefined {
  if (!isAsShown(page) || filterOf(page)) return undefined;
  const [, operator, asked, value] = /^(\w+)\((\w+),([^(),]*)\)$/.exec(page.query.filter ?? '') ?? [];
  const field = fieldsOf(page.query.list).find((one) => one.operator === operator && one.attribute === asked);
  return field?.key === attribute &&
    attribute !== 'id' &&
    value !== undefined &&
    value.length <= longestPlain &&
    patterned.test(value)
    ? value
    : undefined;
}

/** What a product shows that a filter can look for; ids in lower case. */
export const shownValue = (item: Item, attribute: Attribute): string | undefined =>
  attribute === 'id' ? item.id : item.sought[bareName(attribute)];

/** Whether two values are the same as far as a `must` goes: up to ASCII letter case and accents (READINGS 26). */
export const isNear = (one: string, other: string): boolean => nearKey(one) === nearKey(other);

/** What near values have in common. To many databases, spaces at the end of text are no part of it. */
export const nearKey = onceForText((text) => inSmallLetters(withoutAccents(text).replace(/^ +| +$/g, '')));

const withoutAccents = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC');

const inSmallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whether two values differ in the case of ASCII letters only, and in how their accents are written. */
export const isSameInOtherCase = (one: string, other: string): boolean =>
  inSmallLetters(one.trim().normalize('NFC')) === inSmallLetters(other.trim().normalize('NFC'));

/** Operators that no filter grammar has: ours. */
export const meaningless = ['assay'];

/**
 * What is wrong with a filter that no reading could take for an absent one; undefined where it may mean something:
 * blank, several conditions, an attribute or an operator the specification does not specify.
 */
export function faultOf(list: ListStructure, filter: string): 'unparsable' | 'unknown operator' | undefined {
  if (filter.trim() === '') return undefined;
  const [, operator = '', attribute, value] = /^([^(),]*)\(([^(),]*),(.*)\)$/s.exec(filter) ?? [];
  if (meaningless.includes(operator)) return 'unknown operator';
  const opened = filter.split('(').length;
  if (opened !== filter.split(')').length || opened === 1) return 'unparsable';
  if (attribute === undefined) return opened === 2 ? 'unparsable' : undefined;
  if (operator === '' || attribute === '') return 'unparsable';
  const isKnown = fieldsOf(list).some(
    (one) => one.means === 'equals' && one.operator === operator && one.attribute === attribute,
  );
  const isOpen = value !== undefined && /['"]/.test(value) && !/[(),:]/.test(value);
  return isKnown && (isOpen || value === '') ? 'unparsable' : undefined;
}
