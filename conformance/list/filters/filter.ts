import {
  type Field,
  fieldsOf,
  type ListStructure,
  type Meaning,
  type Operator,
} from '../../../src/contract/list.ts';

/** What a filter can look for: an attribute of the contract. */
export type Attribute = string;

/** A filter in a documented form, with plain values (READINGS 26). */
export type Filter = {
  readonly means: Meaning;
  readonly attribute: Attribute;
  readonly values: readonly string[];
};

/** Values that every reading of the filter grammar takes as they are; longer ones might not fit an address. */
const plain = /^[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)*$/;

/** The length of the longest of them. */
export const longestPlain = 255;

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
