import type { Meaning } from '../../contract/list-filters.ts';
import { isObject, type Json } from '../../json/json.ts';
import { isUuid } from '../../json/uuid.ts';
import type { Choices } from '../choices.ts';

/** Whether a filter finds what a record shows at a place; undefined if the record shows nothing there. */
export type Finds = (shown: Json | undefined) => boolean;

type FilterManner = Pick<Choices, 'filter-letter-case' | 'filter-ne-absent'>;

const instant = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?$/;

const small = (text: string): string => text.toLowerCase();

/** The difference of a shown value and the text of a filter; NaN if they are not alike. */
function difference(shown: Json, text: string, fold: (text: string) => string): number {
  if (typeof shown === 'number') return text.trim() === '' ? Number.NaN : shown - Number(text);
  if (typeof shown === 'boolean') return shown === (text === 'true') ? 0 : Number.NaN;
  if (typeof shown !== 'string') return Number.NaN;
  if (instant.test(shown) && instant.test(text)) return Date.parse(shown) - Date.parse(text);
  const [one, other] = isUuid(shown) ? [small(shown), small(text)] : [fold(shown), fold(text)];
  return one === other ? 0 : one < other ? -1 : 1;
}

const exactly = (text: string): string => text;

/** What a condition finds: its meaning, and the values that it names. */
export function findsBy(means: Meaning, values: readonly string[], manner: FilterManner): Finds {
  const [value = ''] = values;
  const fold = manner['filter-letter-case'] === 'ignored' ? small : exactly;
  const isEqual = (shown: Json, text: string): boolean => difference(shown, text, exactly) === 0;
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
  const table: Readonly<Record<Meaning, Finds>> = {
    // Of a list, one entry has to be the value.
    eq: (shown) => !isAbsent(shown) && [shown].flat().some((one) => isEqual(one, value)),
    in: (shown) =>
      !isAbsent(shown) && [shown].flat().some((entry) => values.some((one) => isEqual(entry, one))),
    ne: (shown) => (isAbsent(shown) ? manner['filter-ne-absent'] === 'yes' : !isEqual(shown, value)),
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
