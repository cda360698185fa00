import type { PageQuery } from '../../core/evidence.ts';

/** What was asked for, in words, such as `the page of 7 at offset 14`. */
export function pageWords({ limit, offset, filter, odd }: PageQuery): string {
  const what =
    limit === undefined
      ? offset === undefined
        ? 'the listing without a limit or an offset'
        : `the listing from offset ${offset} on, without a limit,`
      : offset === undefined
        ? `the page of ${limit} without an offset`
        : `the page of ${limit} at offset ${offset}`;
  return (
    what + (filter === undefined ? '' : ` under filter=${filter}`) + (odd ? ' (asked for otherwise)' : '')
  );
}

/** So many products, in words. */
export const productWords = (count: number): string => (count === 1 ? '1 product' : `${count} products`);
