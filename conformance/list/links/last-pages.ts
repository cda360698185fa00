// Where the last page of a listing may begin.

import { isChained } from '../../../src/contract/list.ts';
import type { Page } from '../../core/evidence.ts';
import { limitOf } from '../pages/paged.ts';

/** Where the last page of a listing may begin: a number of whole pages after the first, or after this one, or so that it is full. */
export const lastBegins = (size: number, start: number, count: number): readonly number[] => [
  ...[0, start % size].map((first) => first + Math.floor((count - 1 - first) / size) * size),
  count - size,
];

type LastPage = {
  readonly page: Page | undefined;
  readonly begin: number;
  readonly start: number | undefined;
  readonly count: number;
};

/** Whether a last page is one of those that its listing is cut into; of pages of other sizes, nothing is known. */
export function isPageOfAll(from: Page, { page, begin, start, count }: LastPage): boolean {
  const size = limitOf(from);
  const { list, limit } = from.query;
  if (size === undefined || start === undefined || !list.fullPages || isChained(list)) return true;
  return page?.query.limit !== limit || lastBegins(size, start, count).includes(begin);
}
