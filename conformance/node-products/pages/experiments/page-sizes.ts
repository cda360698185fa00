import type { PageBounds } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { listingCall, type Query, wholePage } from '../../calls.ts';
import { list } from '../../listing.ts';
import { isCloser } from '../small-page-size.ts';

/** Sizes that clients like, and that a server may have read as its own. */
const liked = [2, 3, 5, 7, 10, 12, 13, 15, 20, 24, 25, 30, 32, 40, 50, 60, 64, 75, 80, 99];

/**
 * Asks each node for pages of sizes where code branches (READINGS P9): the total, one less and one more, a divisor of
 * the total and of one less; and a few that clients like.
 */
export default experiment({
  runFor: async (context, node) => {
    const { page } = await list(context, node, { limit: wholePage, offset: 0 });
    const total = page.total ?? page.size;
    if (total === 0) return;
    const isClose = isCloser(context.target, node, total, page.query.bounds);
    const queries = [
      ...edges(total, page.query.bounds),
      ...(isClose ? [{ limit: 1, offset: 0 }] : []),
      ...likedBelow(
        context.seed,
        node,
        Math.min(total, page.query.bounds.largest),
        isClose ? 1 : context.target.nodes.indexOf(node) % 2,
      ),
    ];
    await Promise.all(queries.map((query) => context.exchange(listingCall(context, node, query))));
  },
});

function edges(total: number, bounds: PageBounds): Query[] {
  const isServed = ({ limit }: { limit: number }): boolean => limit >= 1 && limit <= bounds.largest;
  const divisors = [divisorOf(total, bounds), divisorOf(total - 1, bounds)];
  return [
    ...[total - 1, total, total + 1, ...divisors].map((limit) => ({ limit, offset: 0 })),
    // The last page: exactly full, or with one product on it.
    ...divisors.map((limit) => ({ limit, offset: Math.floor((total - 1) / limit) * limit })),
  ].filter(isServed);
}

const likedBelow = (seed: number, { hierarchy, node }: NodeTarget, total: number, count: number): Query[] =>
  drawFrom(
    seed,
    `liked sizes ${hierarchy}/${node}`,
    liked.filter((limit) => limit < total),
    count,
  ).map((limit) => ({ limit, offset: 0 }));

/** The largest number that divides a number, below itself and below the greatest page; 1 where there is none. */
function divisorOf(number: number, { largest }: PageBounds): number {
  for (let divisor = Math.min(largest - 1, Math.floor(number / 2)); divisor > 1; divisor -= 1)
    if (number % divisor === 0) return divisor;
  return 1;
}
