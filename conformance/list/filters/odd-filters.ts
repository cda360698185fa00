import type { ListStructure } from '../../../src/contract/list.ts';
import { isSimple, longestSimple } from '../../../src/contract/list-filters.ts';
import { type HiddenRecord, idOfRecord } from '../../core/target.ts';
import { meaningless } from './faults.ts';
import {
  attributesThat,
  bareName,
  filterFor,
  listFilter,
  takes,
  unusedValue,
  withOperators,
} from './filter.ts';

export const hiddenIds = ({ hidden = [] }: { readonly hidden?: readonly HiddenRecord[] }): string[] =>
  hidden.map(idOfRecord);

/**
 * Filters that would return a hidden record if it were live: by id, alone and with a live one, and by what else is
 * known of it.
 */
export const hiddenFiltersFor = (
  list: ListStructure,
  record: HiddenRecord,
  live: string | undefined,
): string[] => [
  ...(takes(list, 'id') ? [filterFor(list, 'id', idOfRecord(record))] : []),
  ...(takes(list, 'id') && live !== undefined ? [listFilter(list, [live, idOfRecord(record)])] : []),
  ...(typeof record === 'string'
    ? []
    : attributesThat(list)
        .toReversed()
        .flatMap((attribute) => {
          const value = attribute === 'id' ? undefined : record[bareName(attribute)];
          return typeof value === 'string' && isSimple(value) ? [filterFor(list, attribute, value)] : [];
        })),
];

type Miss = (value: string, letter: string) => string;

const middle = (value: string): number => Math.floor(value.length / 2);

const splice = (value: string, at: number, left: number, put: string): string =>
  value.slice(0, at) + put + value.slice(at + left);

/** A letter other than the one that it replaces, in any case. */
const otherLetter = (was: string | undefined, letter: string): string =>
  was?.toLowerCase() === letter.toLowerCase() ? (letter === 'q' ? 'x' : 'q') : letter;

/** Plain values that differ from a real one by a character, by a part that is missing, or by one more character. */
const commonMisses: readonly Miss[] = [
  (value) => value.slice(0, -1),
  (value) => value.slice(1),
  (value) => value.slice(0, Math.max(2, middle(value))),
  (value) => value.slice(-Math.max(2, middle(value))),
  (value, letter) => splice(value, middle(value), 1, otherLetter(value[middle(value)], letter)),
  (value, letter) => splice(value, 0, 1, otherLetter(value[0], letter)),
  (value, letter) => splice(value, value.length - 1, 1, otherLetter(value.at(-1), letter)),
  (value, letter) => splice(value, middle(value), 0, letter),
  (value) => `${value}-`,
  (value) => `${value}.`,
  (value, letter) => `${value}${letter}`,
  (value) => value.replace(/[^A-Za-z0-9]/, '') + (/[^A-Za-z0-9]/.test(value) ? '' : '_'),
];

/** A value with a sign instead of a letter or digit in its middle. */
export function withSign(value: string, sign: string): string {
  const at = value.slice(middle(value)).search(/[A-Za-z0-9]/);
  return splice(value, at < 0 ? 0 : middle(value) + at, 1, sign);
}

const anyLetter: Miss = (value) => withSign(value, '_');

const anySign: Miss = (value) => withSign(value, '.');

const anyEnd: Miss = (value) => `${value.slice(0, -1)}*`;

/** Values that match a real one only as a pattern; each of the common characters twice, for two collections. */
export const patterns: readonly Miss[] = [
  anyLetter,
  anyLetter,
  anySign,
  anySign,
  (value) => `${value.slice(0, -1)}%`,
  (value) => `%${value.slice(1)}`,
  anyEnd,
  anyEnd,
  (value) => withSign(value, '?'),
  (value) => withSign(value, '[a-z0-9. -]'),
  (value) => `^${value}$`,
];

export const misses: readonly Miss[] = [...commonMisses, otherCase];

export const canBeMissed = (value: string): boolean => value.length > 4 && isSimple(value);

/** What servers lose names by: decoding them twice, escaping, folding or cutting them. */
export const hardSigns: Readonly<Record<string, RegExp>> = {
  'with a plus sign': /\+/,
  'with a percent sign': /%(?![0-9a-f]{2})/i,
  'with a percent sign and two digits': /%[0-9a-f]{2}/i,
  'with an ampersand': /&/,
  'with a hash': /#/,
  'with an equals sign': /=/,
  'with a tag': /</,
  'with two spaces': / {2}/,
  'with an accent': /[\u00c0-\u024f]/,
  'with an accent after its letter': /\p{L}\p{M}/u,
  'with an emoji': /\p{Extended_Pictographic}/u,
  [`of more than ${longestSimple} characters`]: new RegExp(`.{${longestSimple + 2}}`),
};

/** Words that some language converts to another value, to false or to nothing. */
export const oddWords = ['0', '00', '1e1', 'null', 'true', 'undefined', 'NaN'];

function otherCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
}

const unparsable = (value: string): string[] => [
  `{eq}(name,${value}`,
  `{eq} name,${value})`,
  '{eq}(name)',
  '{eq}',
  `(name,${value})`,
  `{eq}(,${value})`,
  `{eq}(name,${value}))`,
  `{eq}(name,'${value})`,
  `{eq}(name,"${value})`,
];

/** Fragments of other languages that a server may pass to its database. */
const fragments = (value: string, other: SoughtValue | undefined): string[] => [
  `{eq}(name,${value}' OR '1'='1)`,
  ...(other ? [`{eq}(${other.attribute},${other.value}' OR '1'='1)`] : []),
  `{eq}(name,${value}' OR 1=1 --)`,
  `{in}(id,' OR '1'='1)`,
  `{eq}(name,${value}"; DROP TABLE records; --)`,
  '{eq}(name,{"$ne":null})',
  '{eq}(name,%)',
];

const stumbling = (value: string, other: SoughtValue | undefined): string[] => [
  '',
  ' ',
  `{eq}(name,${'a'.repeat(3000)})`,
  '('.repeat(500),
  '{eq}(name,Zelt für zwei ⛺)',
  '{eq}(name,Campfire 🔥 𝒮)',
  '{eq}(name,\\)',
  '{eq}(name,\0)',
  '{in}(id,)',
  '{in}(id,no-uuid-and-longer-than-any-uuid-is)',
  `{in}(name,${value})`,
  '{eq}(price,1)',
  '{eq}(status,hidden)',
  ...(other ? [`{eq}(name,${value}):{eq}(${other.attribute},${unusedValue(other.attribute)})`] : []),
  `or({eq}(name,${value}),{eq}(status,hidden))`,
];

type SoughtValue = { readonly attribute: string; readonly value: string };

/** Filters that no grammar has, around a name, and around a value of another attribute if the contract has one. */
export const oddFilters = (list: ListStructure, value: string, other: SoughtValue | undefined): string[] =>
  [
    ...unparsable(value),
    ...meaningless.map((operator) => `${operator}(name,${value})`),
    ...fragments(value, other),
    ...stumbling(value, other),
  ].flatMap((text) => withOperators(list, text) ?? []);
