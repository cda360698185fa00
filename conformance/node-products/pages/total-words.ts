import type { Page } from '../../core/evidence.ts';

/** The total that a page shows, and what it counts instead of the products of the listing, `whole` of them, if that can be told. */
export function totalWords(
  {
    total,
    size,
    query: {
      limit,
      offset = 0,
      list: { names },
    },
  }: Page,
  whole?: number,
): string {
  const counted = [
    [size, 'the number of products on this page'],
    [limit, `the same as ${names.limit}`],
    [offset > 0 ? offset + size : undefined, 'the number of products up to the end of this page'],
    [
      whole === undefined || offset === 0 ? undefined : whole - offset,
      `the number of products from ${names.offset} on`,
    ],
  ] as const;
  const [, words] = counted.find(([count]) => count === total) ?? [];
  const isMore = total !== undefined && whole !== undefined && total > whole;
  const told = words ?? (isMore ? 'more than all products of the node' : undefined);
  return told === undefined ? String(total) : `${total}, ${told}`;
}
