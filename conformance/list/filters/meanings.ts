import type { FilterField, Meaning } from '../../../src/contract/list-filters.ts';
import { listedIn, listText } from '../../../src/contract/list-filters.ts';
import { at, parseJson } from '../../../src/json/json.ts';
import { typesOf } from '../../../src/json/schema-at.ts';
import { compared, nearKey, valueKind, valueSize } from '../compare-values.ts';

/** Whether a filter for a value has to find what a record shows, or may find it since servers differ. */
export type FilterFinding = 'must' | 'may' | 'never';

type Compared = {
  readonly isSame: boolean;
  /** Whether they are equal, as far as servers distinguish values. */
  readonly isNear: boolean;
  /** Below 0, 0 or above 0 as what is shown is to the value; undefined if servers differ. */
  readonly sign: () => number | undefined;
};

type JudgedMeaning = (shown: string, value: string, found: Compared) => FilterFinding;

/** What servers differ in is the order of text. */
const ofSign =
  (isMeant: (sign: number) => boolean): JudgedMeaning =>
  (_shown, _value, { sign }) => {
    const found = sign();
    if (found === undefined) return 'may';
    return isMeant(found) ? 'must' : 'never';
  };

/** Letter case and accents may count or not. */
const ofText =
  (isMeant: (shown: string, value: string) => boolean): JudgedMeaning =>
  (shown, value) => {
    if (isMeant(shown, value)) return 'must';
    return isMeant(nearKey(shown), nearKey(value)) ? 'may' : 'never';
  };

const isEqual: JudgedMeaning = (_shown, _value, { isSame, isNear }) =>
  isSame ? 'must' : isNear ? 'may' : 'never';

const opposite: Readonly<Record<FilterFinding, FilterFinding>> = { must: 'never', may: 'may', never: 'must' };

const judgedMeanings: Readonly<Record<Meaning, JudgedMeaning>> = {
  eq: isEqual,
  in: isEqual,
  ne: (...given) => opposite[isEqual(...given)],
  gt: ofSign((sign) => sign > 0),
  ge: ofSign((sign) => sign >= 0),
  lt: ofSign((sign) => sign < 0),
  le: ofSign((sign) => sign <= 0),
  contains: ofText((shown, value) => shown.includes(value)),
  startswith: ofText((shown, value) => shown.startsWith(value)),
  endswith: ofText((shown, value) => shown.endsWith(value)),
};

/** Whether records have several values of a field. */
export const isListField = ({ schema }: FilterField): boolean => typesOf(schema).includes('array');

/** The values of such a field that a record shows: one, if it shows no list. */
export function entriesIn(shown: string): readonly string[] {
  const entries = parseJson(shown);
  return Array.isArray(entries)
    ? entries.map((one) => (typeof one === 'object' ? '' : String(one)))
    : [shown];
}

/** A filter for equality finds a list one of whose entries is the value. */
function findingInList(field: FilterField, shown: string, value: string): FilterFinding {
  const schema = at(field.schema, 'items');
  if ((field.means !== 'eq' && field.means !== 'in') || typesOf(schema).includes('object')) return 'may';
  const findings = entriesIn(shown).map((one) => findingBy({ ...field, schema }, one, value));
  return findings.includes('must') ? 'must' : findings.includes('may') ? 'may' : 'never';
}

/** Whether a filter by a field for one value finds what a record shows. */
export function findingBy(field: FilterField, shown: string, value: string): FilterFinding {
  const { means, schema } = field;
  if (isListField(field)) return findingInList(field, shown, value);
  const kind = valueKind(schema);
  const sizes = [shown, value].map((text) => valueSize(kind, text));
  // A value of another kind, or that no record may have, is taken as servers like.
  const listed = at(schema, 'enum');
  if (Array.isArray(listed) && !listed.map(String).includes(value)) return 'may';
  if (kind !== 'text' && shown !== value && sizes.includes(undefined)) return 'may';
  return judgedMeanings[means](shown, value, {
    isSame: shown === value || (kind !== 'text' && sizes[0] === sizes[1]),
    isNear: kind === 'text' && nearKey(shown) === nearKey(value),
    sign: () => compared(kind, shown, value, schema),
  });
}

/** The values that the text of a condition names. */
export const filterValues = (field: FilterField, text: string): readonly string[] =>
  field.takesSeveral ? listedIn(field, text) : [text];

/** The text of a condition for some values. */
export const filterText = (field: FilterField, values: readonly string[]): string => listText(field, values);
