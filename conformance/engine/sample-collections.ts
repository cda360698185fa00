import fc from 'fast-check';
import { draw } from '../core/random-draws.ts';
import { type Collection, inOwnOrder, type Target } from '../core/target.ts';

/** How many collections a check reads. */
export const mostCollections = 12;

/**
 * Chooses the collections to read, and their order: those with most declarations first, then by the seed. What a
 * target gets tested does not depend on the order of its file.
 */
export function sampleCollections(
  { collections }: Pick<Target, 'collections'>,
  seed: number,
): readonly Collection[] {
  const sorted = inOwnOrder(collections);
  const all = { minLength: sorted.length, maxLength: sorted.length };
  const [shuffled = []] = draw(seed, 'collections', fc.shuffledSubarray(sorted, all), 1);
  return shuffled
    .toSorted((one, other) => declaredLists(other) - declaredLists(one))
    .slice(0, mostCollections);
}

const declaredLists = ({ holds, order, hidden }: Collection): number =>
  [order, hidden, holds].filter((ids) => ids !== undefined && ids.length > 0).length;
