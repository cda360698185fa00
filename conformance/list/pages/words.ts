import type { Page, PageQuery } from '../../core/evidence.ts';
import { printFilter } from '../../core/print.ts';

/** A listing by the parameters it was asked for with, such as `page[limit]=7&page[offset]=14`. */
export function pageWords({ limit, offset, filter, isPlain, list: { names } }: PageQuery): string {
  const parameters = [
    ...(filter === undefined ? [] : [`filter=${printFilter(filter)}`]),
    ...(limit === undefined ? [] : [`${names.limit}=${limit}`]),
    ...(offset === undefined ? [] : [`${names.offset}=${offset}`]),
  ];
  const asked = parameters.length === 0 ? 'the listing without parameters' : parameters.join('&');
  return asked + (isPlain ? '' : ' (in another spelling)');
}

/** Why rules on a listing are untested if no request for it is one that the specification defines. */
export const undefinedRequests =
  'each listing request has something that the specification does not define, such as an unknown parameter or brackets that are not percent-encoded (`page[limit]` instead of `page%5Blimit%5D`)';

/** So many products, in words. */
export const productWords = (count: number): string => (count === 1 ? '1 product' : `${count} products`);

/** A range of numbers of products: one number, or the least and the greatest. */
export const between = (least: number, most: number): string =>
  least === most ? productWords(most) : `at least ${least} and at most ${productWords(most)}`;

/** So many products of a node, and how many the target file declares as live if those are others. */
export const countWords = (count: number, live: number | undefined): string =>
  productWords(count) + (live === undefined || live === count ? '' : ` (${live} are declared live)`);

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
