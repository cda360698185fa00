/** What a filter can look for. */
export type Attribute = 'name' | 'slug' | 'id';

/** A filter in one of the two documented forms, with plain values (READINGS 26). */
export type Filter =
  | { readonly operator: 'eq'; readonly attribute: 'name' | 'slug'; readonly value: string }
  | { readonly operator: 'in'; readonly attribute: 'id'; readonly values: readonly string[] };

/** Values that every reading of the filter grammar takes as they are; longer ones might not fit an address. */
const plain = /^[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)*$/;

/** Whether a value is one of those. */
export const isPlain = (value: string): boolean => value.length <= 255 && plain.test(value);

/** Whether a filter for this value is not to be rejected: plain, without a space, of three characters or more. */
export const isSurelyTaken = (value: string): boolean =>
  isPlain(value) && value.length > 2 && !value.includes(' ');

/** Text that percent-encoding alone carries into a filter: nothing in it has a meaning in any grammar of filters. */
const encodable = /^[^\p{C}\p{Z},()"'\\:;]+(?: +[^\p{C}\p{Z},()"'\\:;]+)*$/u;

/** Whether a value is one of those and not plain. Longer ones might not fit an address once they are encoded. */
export const isEncodable = (value: string): boolean =>
  value.length <= 400 && encodable.test(value) && !isPlain(value);

/** Reads a filter; undefined where it is not in a documented form or a value is not plain. */
export function readFilter(text: string | undefined): Filter | undefined {
  const [, operator, attribute, list] = /^(eq|in)\((name|slug|id),([^()]*)\)$/.exec(text ?? '') ?? [];
  if (list === undefined) return undefined;
  if (operator === 'eq' && attribute !== 'id' && isPlain(list))
    return { operator, attribute: attribute === 'name' ? 'name' : 'slug', value: list };
  const values = list.split(',');
  if (operator === 'in' && attribute === 'id' && values.every(isPlain))
    return { operator, attribute, values };
  return undefined;
}

/** The filter that looks for one value. */
export const filterFor = (attribute: Attribute, value: string): string =>
  attribute === 'id' ? `in(id,${value})` : `eq(${attribute},${value})`;

/** The filter that looks for several ids. */
export const listFilter = (ids: readonly string[]): string => `in(id,${ids.join(',')})`;
