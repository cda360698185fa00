import {
  type Field,
  fieldsOf,
  type ListStructure,
  type Meaning,
  type Operator,
} from '../../../src/contract/list.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import { nameDecoded } from '../../core/calls.ts';
import type { Item, Page } from '../../core/evidence.ts';

/** What a filter can look for: an attribute of the contract. */
export type Attribute = string;

/** A filter in a documented form, with plain values (READINGS 26). */
type Filter = {
  readonly means: Meaning;
  readonly attribute: Attribute;
  readonly values: readonly string[];
};

/** Values that every reading of the filter grammar takes as they are; longer ones might not fit an address. */
const plain = /^[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)*$/;

/** The length of the longest of them. */
const longestPlain = 255;

/** Whether a value is one of those. */
export const isPlain = (value: string): boolean => value.length <= longestPlain && plain.test(value);

/** Whether a filter for this value is not to be rejected: plain, without a space, of three characters or more. */
export const isSurelyTaken = (value: string): boolean =>
  isPlain(value) && value.length > 2 && !value.includes(' ');

/** Text that percent-encoding alone carries into a filter: nothing in it has a meaning in any grammar of filters. */
const encodable = /^[^\p{C}\p{Z},()"'\\:;]+(?: +[^\p{C}\p{Z},()"'\\:;]+)*$/u;

/** Whether a value is one of those and not plain. Longer ones might not fit an address once they are encoded. */
export const isEncodable = (value: string): boolean =>
  value.length <= 400 && encodable.test(value) && !isPlain(value);

/** Reads a filter; undefined where it is not in a documented form or a value is not plain. */
export function readFilter(list: ListStructure, text: string | undefined): Filter | undefined {
  const [, operator, attribute, given] = /^(\w+)\(([\w.]+),([^()]*)\)$/.exec(text ?? '') ?? [];
  const field = fieldsOf(list).find((one) => one.operator === operator && one.attribute === attribute);
  if (given === undefined || !field) return undefined;
  const values = field.means === 'among' ? given.split(',') : [given];
  return values.every(isPlain) ? { means: field.means, attribute: field.key, values } : undefined;
}

/** The attributes that an operator with a meaning takes. */
export const attributesThat = (list: ListStructure, means?: Meaning): Attribute[] =>
  fieldsOf(list).flatMap((field) => (means === undefined || field.means === means ? field.key : []));

/** Whether a filter can look for an attribute. */
export const takes = (list: ListStructure, key: Attribute): boolean =>
  fieldsOf(list).some((field) => field.key === key);

/** The field of an attribute that a filter can look for. */
export const fieldOf = (list: ListStructure, attribute: Attribute): Field => {
  const field = fieldsOf(list).find((one) => one.key === attribute);
  if (!field) throw new Error(`no filter of the contract looks for ${attribute}`);
  return field;
};

/** The filter that looks for one value. */
export const filterFor = (list: ListStructure, key: Attribute, value: string): string =>
  `${beginningOf(fieldOf(list, key))}${value})`;

const beginningOf = ({ operator, attribute }: Field): string => `${operator}(${attribute},`;

/** What a filter for an attribute has after its first comma, up to its end; undefined of any other filter. */
export function restOf(list: ListStructure, key: Attribute, filter: string | undefined): string | undefined {
  const beginning = takes(list, key) ? beginningOf(fieldOf(list, key)) : undefined;
  return beginning !== undefined && filter?.startsWith(beginning)
    ? filter.slice(beginning.length)
    : undefined;
}

/** The first operator of the contract with a meaning. */
export const operatorThat = (list: ListStructure, means: Meaning): Operator | undefined =>
  list.filter.find((operator) => operator.means === means);

/** A text with the operators of the contract instead of `{equals}` and `{among}`; undefined if it has none of that meaning. */
export function withOperators(list: ListStructure, text: string): string | undefined {
  const meanings = /\{(equals|among)\}/g;
  const written = text.replaceAll(
    meanings,
    (meaning, means: Meaning) => operatorThat(list, means)?.name ?? meaning,
  );
  return meanings.test(written) ? undefined : written;
}

/** The attribute itself. */
export const bareName = (key: Attribute): string => key.replace(/^.*:/, '');

/** The filter that looks for several ids. */
export const listFilter = (list: ListStructure, ids: readonly string[]): string =>
  filterFor(list, 'id', ids.join(','));

/** A text as a regular expression that finds nothing but it. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Reads a pattern in which some signs mean something; undefined where it cannot be read. */
function compile(pattern: string, meanings: Readonly<Record<string, string>>): RegExp | undefined {
  const source = pattern.replace(/\[[^\]]+\]|[\s\S]/g, (part) => {
    if (part.length > 1) return meanings['[]'] === undefined ? literally(part) : part;
    return meanings[part] ?? literally(part);
  });
  return read(`^(?:${source})$`);
}

function read(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'is');
  } catch {
    return undefined;
  }
}

/** Whether a text fits a pattern of SQL's LIKE, in any letter case. */
export const isLike = (text: string, pattern: string): boolean =>
  compile(pattern, { '%': '.*', _: '.' })?.test(text) === true;

/** Whether a text fits a pattern such as a shell takes for file names, in any letter case. */
export const isGlob = (text: string, pattern: string): boolean =>
  compile(pattern, { '*': '.*', '?': '.', '[]': '' })?.test(text) === true;

/** Whether a regular expression finds something in a text, in any letter case. */
export const isFound = (text: string, pattern: string): boolean => read(pattern)?.test(text) === true;

/** Of how many signs that stand for much a pattern is still compared, and with how long a text: more takes for ever. */
const most = { signs: 3, length: 255 };

/** Whether a text fits a pattern in one of the languages that databases have for it. */
export const fitsPattern = (text: string, pattern: string): boolean =>
  text.length <= most.length &&
  (pattern.match(/[*%?]/g)?.length ?? 0) <= most.signs &&
  (isLike(text, pattern) || isGlob(text, pattern) || isFound(text, pattern));

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
