// Which order sorts give records without the value, texts of either letter case, and records with equal values.

import { isChained, listOf } from '../../../src/contract/list.ts';
import { isAnyText } from '../../../src/contract/list-filters.ts';
import type { SortKey } from '../../../src/contract/list-sorts.ts';
import {
  type ChoiceContext,
  type ChoiceEvidence,
  observation,
  observations,
  other,
} from '../../core/observation.ts';
import { type Collection, isSameCollection } from '../../core/target.ts';
import { placesIn, readingOf } from '../complete-reading.ts';
import { boundsOf } from '../query.ts';
import { fullestCollection, readAllPages } from '../read-pages.ts';
import { sortsOf } from './experiments.ts';
import { type Placed, runsOf, sortedValueOf, sortKeyIn } from './sorted.ts';

/** Records in the order of a sort, as one reading showed them. */
type Sorted = {
  readonly collection: Collection;
  readonly key: SortKey;
  readonly placed: readonly Placed[];
  readonly isWhole: boolean;
};

const sortedListings = (seen: ChoiceEvidence): readonly Sorted[] =>
  seen.furtherListings.flatMap(({ collection, further, pages }) => {
    const [page] = pages;
    const key = page && sortKeyIn(page.query.list, further);
    if (!key) return [];
    return runsOf(pages.filter(({ query }) => query.filter === undefined)).map(
      ({ start, isEnd, placed }) => ({
        collection,
        key,
        placed,
        isWhole: start === 0 && isEnd,
      }),
    );
  });

const keyValues = ({ key, placed }: Sorted): readonly (string | undefined)[] =>
  placed.map(({ item }) => sortedValueOf(item, key));

/** Whether records without the value come first in a direction; undefined if no sorted listing shows that. */
function isAbsentFirst(sorted: readonly Sorted[], isDescending: boolean): boolean | undefined {
  const [values] = sorted
    .filter(({ key, isWhole }) => isWhole && key.isDescending === isDescending)
    .map(keyValues)
    .filter((some) => some.includes(undefined) && some.some((value) => value !== undefined));
  return values && values[0] === undefined;
}

const isRising = (values: readonly string[]): boolean =>
  values.every((value, index) => (values[index - 1] ?? '') <= value);

/** Ids of records with equal values, in the order of a sort, by their values. */
const tiesIn = (sorted: Sorted): ReadonlyMap<string, string> =>
  new Map(
    [...Map.groupBy(sorted.placed, ({ item }) => sortedValueOf(item, sorted.key) ?? '')]
      .filter(([value, some]) => value !== '' && some.length > 1)
      .map(([value, some]) => [value, String(some.map(({ item }) => item.id))]),
  );

/** Whether ids are in the order in which a collection is listed without a sort, as far as they are in that. */
function orderIn({ listings }: ChoiceEvidence, collection: Collection): (ids: string) => boolean {
  const listing = listings.find((one) => isSameCollection(one.collection, collection));
  const places = placesIn(listing ? readingOf(listing).items.flatMap(({ id }) => id ?? []) : []);
  return (ids) => {
    const found = ids.split(',').flatMap((id) => places.get(id) ?? []);
    return found.every((place, index) => place >= (found[index - 1] ?? 0));
  };
}

/** Pages that are read of a sorted listing, at most. */
const mostPages = 4;

/** Reads sorted listings from the first page on. Equal requests of experiments share the responses. */
async function readSorts(context: ChoiceContext): Promise<void> {
  const { collection } = await fullestCollection(context, 2);
  for (const { further } of sortsOf(context))
    await readAllPages(context, collection, boundsOf(context.contract).largest, { further }, mostPages);
}

const sorts = [
  observation('sort-absent', {
    gather: readSorts,
    read: (seen) => {
      const sorted = sortedListings(seen);
      const rising = isAbsentFirst(sorted, false);
      const falling = isAbsentFirst(sorted, true);
      seen.orUntested(
        rising !== undefined && falling !== undefined,
        `no listing that is sorted in both directions shows ${seen.nouns.records} with the value and without it`,
      );
      if (rising) return falling ? 'first' : 'lowest';
      return falling ? 'highest' : 'last';
    },
  }),
  observation('sort-letter-case', {
    gather: readSorts,
    read: (seen) => {
      for (const sorted of sortedListings(seen)) {
        if (!isAnyText(sorted.key.schema)) continue;
        const shown = keyValues(sorted).flatMap((value) => value ?? []);
        const values = sorted.key.isDescending ? shown.toReversed() : shown;
        const [isDistinguished, isIgnored] = [values, values.map((value) => value.toLowerCase())].map(
          isRising,
        );
        if (isDistinguished && isIgnored) continue;
        if (isDistinguished) return 'distinguished';
        return isIgnored ? 'ignored' : other('another order of texts');
      }
      return seen.orUntested(undefined, 'no sorted listing shows texts whose order depends on letter case');
    },
  }),
  observation('sort-ties', {
    gather: readSorts,
    read: (seen) => {
      const sorted = sortedListings(seen).filter(({ isWhole }) => isWhole);
      const pairs = sorted.flatMap((falling) => {
        const rising = sorted.find(
          ({ collection, key }) =>
            isSameCollection(collection, falling.collection) &&
            key.attribute === falling.key.attribute &&
            !key.isDescending &&
            falling.key.isDescending,
        );
        const ties = rising && tiesIn(rising);
        const listed = orderIn(seen, falling.collection);
        return [...tiesIn(falling)].flatMap(([value, ids]) => {
          const same = ties?.get(value);
          return same === undefined ? [] : [{ falling: ids, rising: same, isListed: listed(same) }];
        });
      });
      seen.orUntested(pairs.length > 0, `no listing that is sorted in both directions shows equal values`);
      const areListed = pairs.every(({ isListed }) => isListed);
      if (areListed && pairs.every(({ falling, rising }) => falling === rising)) return 'listed';
      const areReversed = pairs.every(
        ({ falling, rising }) => falling === String(rising.split(',').toReversed()),
      );
      return areListed && areReversed ? 'reversed' : 'own';
    },
  }),
];

/** Where each page is asked for by the one before it, nothing says which records of a sorted listing are whole. */
export default observations('list', (_, contract) => (isChained(listOf(contract)) ? [] : sorts));
