import fc from 'fast-check';
import type { PageBounds } from '../../../src/contract/list.ts';
import { draw } from '../../core/random-draws.ts';
import { type Collection, nameOfCollection, type Target } from '../../core/target.ts';

export const [fewestSmallPages, mostSmallPages] = [3, 5];

export function smallSize(
  seed: number,
  collection: Collection,
  total: number,
  { largest }: PageBounds,
): number {
  const small = Math.max(1, largest - 1);
  const least = Math.min(small, Math.max(1, Math.ceil(total / mostSmallPages)));
  const greatest = Math.min(small, Math.max(least, Math.floor((total - 1) / (fewestSmallPages - 1))));
  const [size = least] = draw(
    seed,
    `small pages ${nameOfCollection(collection)}`,
    fc.integer({ min: least, max: greatest }),
    1,
  );
  return size;
}

/**
 * A size of pages of which the last has two records fewer at least, and one at least: then few places are right to begin
 * it. Undefined if there is none.
 */
export const sizeWithShortLast = (total: number, { largest }: PageBounds): number | undefined =>
  [3, 4, 5, 6, 7, 8].find(
    (size) => size < Math.min(total, largest) && total % size > 0 && total % size < size - 1,
  );

/** Where the first two pages and the last begin, of so many records in pages of a size. */
export function outerPages(count: number, size: number): number[] {
  const last = Math.ceil(count / size) - 1;
  return [...new Set([0, 1, last])].filter((page) => page >= 0 && page <= last).map((page) => page * size);
}

/** A total is any number, and an array is not as long. */
const mostDrawnFrom = 5000;

/** Where pages between the outer ones begin; of very many pages, of the first ones. */
export const innerPages = (count: number, size: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(Math.ceil(count / size) - 3, mostDrawnFrom)) },
    (_, index) => (index + 2) * size,
  );

/** Whether a collection gets requests that are sent to few collections: the first does, and those with several pages. */
export const isCloser = (
  { collections: [first] }: Target,
  collection: Collection,
  total: number,
  { largest }: PageBounds,
): boolean => collection === first || total > largest;
