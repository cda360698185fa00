import type { SortKey } from '../../contract/list-sorts.ts';
import { at, type Json } from '../../json/json.ts';
import type { Choices } from '../choices.ts';

type SortManner = Pick<Choices, 'sort-absent' | 'sort-letter-case' | 'sort-ties'>;

const instant = /^\d{4}-\d\d-\d\dT/;

/** Texts of instants differ in their offsets and fractions, so they are compared as instants. */
function compareShown(one: Json, other: Json, fold: (text: string) => string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  const [text, otherText] = [String(one), String(other)];
  if (instant.test(text) && instant.test(otherText)) return Date.parse(text) - Date.parse(otherText);
  const [left, right] = [fold(text), fold(otherText)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Sorts records by some keys, the first first. */
export function sorted<Entry>(
  entries: readonly Entry[],
  keys: readonly SortKey[],
  recordOf: (entry: Entry) => unknown,
  manner: SortManner,
): readonly Entry[] {
  const fold =
    manner['sort-letter-case'] === 'ignored'
      ? (text: string): string => text.toLowerCase()
      : (text: string): string => text;
  const compare = (one: unknown, other: unknown): number => {
    for (const { place, isDescending } of keys) {
      const [shown, otherShown] = [one, other].map((record) => at(record, ...place) as Json | undefined);
      const turn = isDescending ? -1 : 1;
      const [isAbsent, isOtherAbsent] = [shown, otherShown].map(
        (value) => value === undefined || value === null,
      );
      if (isAbsent && isOtherAbsent) continue;
      if (isAbsent || isOtherAbsent) {
        const end = { last: 1, first: -1, lowest: -turn, highest: turn }[manner['sort-absent']];
        return isAbsent ? end : -end;
      }
      const sign = compareShown(shown ?? null, otherShown ?? null, fold);
      if (sign !== 0) return sign * turn;
    }
    return 0;
  };
  const isReversed = manner['sort-ties'] === 'reversed' && keys[0]?.isDescending === true;
  const given = isReversed ? entries.toReversed() : entries;
  return given.toSorted((one, other) => compare(recordOf(one), recordOf(other)));
}
