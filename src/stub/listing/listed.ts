import { hash } from 'node:crypto';
import type { SortKey } from '../../contract/list-sorts.ts';
import { at, type Json, type Path } from '../../json/json.ts';
import { isUuid } from '../../json/uuid.ts';
import type { Choices } from '../choices.ts';
import { type Conditions, difference, foldFor } from './filter.ts';

/** What a collection lists, in order. */
export type Listed<Entry> = {
  readonly entries: readonly Entry[];
  /** The entries that meet all conditions. */
  readonly select: (conditions: Conditions) => readonly Entry[];
  /** Some of the entries, sorted by keys, the first first. */
  readonly sort: (entries: readonly Entry[], keys: readonly SortKey[], choices: Choices) => readonly Entry[];
};

/**
 * Entries are indexed by an attribute when they are first filtered by it, and sorted once by each; `isAsAsked`: a filter returns
 * them in the order of its values.
 */
export function createListed<Entry>(entries: readonly Entry[], isAsAsked = false): Listed<Entry> {
  const textOfValue = (value: unknown): string | undefined => {
    if (typeof value === 'string') return isUuid(value) ? value.toLowerCase() : value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  };
  const indexes = new Map<string, Map<string | undefined, number[]>>();
  const indexBy = (path: Path): Map<string | undefined, number[]> => {
    const name = path.join('/');
    const known =
      indexes.get(name) ?? Map.groupBy(entries.keys(), (place) => textOfValue(at(entries[place], ...path)));
    indexes.set(name, known);
    return known;
  };
  const orders = new Map<string, readonly Entry[]>();
  const matches = (condition: Conditions[number]): Set<number> => {
    if ('either' in condition) return new Set(condition.either.flatMap((one) => [...matches(one)]));
    const { place: path, values, finds } = condition;
    if (!finds) return new Set(values.flatMap((value) => indexBy(path).get(textOfValue(value)) ?? []));
    return new Set(
      entries.flatMap((entry, place) => (finds(at(entry, ...path) as Json | undefined) ? [place] : [])),
    );
  };
  return {
    entries,
    select: (conditions) => {
      const [first, ...others] = conditions.map(matches);
      if (!first) return entries;
      const selected = [...first].filter((place) => others.every((other) => other.has(place)));
      const places = isAsAsked ? selected : selected.sort((one, other) => one - other);
      return places.flatMap((place) => entries[place] ?? []);
    },
    sort: (some, keys, choices) => {
      const sort = (): readonly Entry[] => sorted(some, keys, choices);
      if (some !== entries) return sort();
      const name = JSON.stringify(keys.map(({ place, isDescending }) => [place, isDescending]));
      const known = orders.get(name) ?? sort();
      orders.set(name, known);
      return known;
    },
  };
}

/** The order in which a sort leaves records with equal values. */
function beforeSort<Entry>(
  entries: readonly Entry[],
  isDescending: boolean,
  ties: Choices['sort-ties'],
): readonly Entry[] {
  if (ties === 'listed') return entries;
  if (ties === 'reversed') return isDescending ? entries.toReversed() : entries;
  if (!isDescending) return entries.toReversed();
  // It depends on the record alone, so that each page and each filter shows the same.
  const keyed = entries.map((entry) => ({ entry, key: hash('sha256', JSON.stringify(entry)) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ entry }) => entry);
}

/** Sorts records by some keys, the first first. */
function sorted<Entry>(
  entries: readonly Entry[],
  keys: readonly SortKey[],
  manner: Choices,
): readonly Entry[] {
  const fold = foldFor(manner['sort-letter-case']);
  const compare = (one: Entry, other: Entry): number => {
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
      const sign = difference(shown ?? null, String(otherShown), fold);
      if (sign !== 0) return sign * turn;
    }
    return 0;
  };
  return beforeSort(entries, keys[0]?.isDescending === true, manner['sort-ties']).toSorted(compare);
}
