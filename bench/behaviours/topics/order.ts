import { createHash } from 'node:crypto';
import type { Behaviour } from '../behaviour.ts';
import type { OperatorFile } from '../server/operator-file.ts';
import { defaultShop, type Product, withNode } from '../server/shop.ts';
import type { Asked, ListingWays } from '../server/ways.ts';

const permitted =
  'Reading 20: the order of a node that is not curated is unspecified, and that it stays is a should.';

/** Without the curated nodes, whose order is stated. */
const file = (usual: OperatorFile): OperatorFile => ({
  ...usual,
  nodes: usual.nodes.filter(({ curated }) => curated === undefined),
});

export const order: readonly Behaviour[] = [
  {
    name: 'order-by-page-size',
    does: 'Lists in another order for each page size.',
    permitted,
    ways: () => ({ listings: { order: byPageSize } }),
    file,
  },
  {
    name: 'order-at-random',
    does: 'Lists in another order each time.',
    permitted,
    ways: () => ({ listings: { order: (all) => all.toSorted(() => Math.random() - 0.5) } }),
    file,
  },
  {
    name: 'order-by-turns',
    does: 'Lists forwards and backwards by turns.',
    permitted,
    ways: () => ({ listings: byTurns() }),
    file,
  },
  {
    name: 'small-pages-backwards',
    does: 'Lists backwards on pages below the number, as a database does that plans small pages otherwise.',
    permitted,
    numbers: [50, 100],
    ways: (number) => ({
      listings: { order: (all, { limit }) => (limit < number ? all.toReversed() : all) },
    }),
    file,
  },
  {
    name: 'small-pages-turned',
    does: 'Begins with product 61 on pages below the number, and lists the first sixty after the last.',
    permitted,
    numbers: [100],
    ways: (number) => ({
      listings: { order: (all, { limit }) => (limit < number ? turned(all, 60) : all) },
    }),
    file,
  },
  {
    name: 'small-pages-turned-small-node',
    does: 'Begins with product 10 on pages below the number, which is the size of the node.',
    permitted,
    numbers: [12],
    ways: (number) => ({
      shop: withNode(defaultShop(), 'many', ({ live }) => ({ live: live.slice(0, number) })),
      listings: { order: (all, { limit }) => (limit < number ? turned(all, 9) : all) },
    }),
    file,
  },
];

const rank = ({ id }: Product, limit: number): string =>
  createHash('sha256').update(`${id}${limit}`).digest('hex');

const byPageSize = (all: readonly Product[], { limit }: Asked): readonly Product[] =>
  all.toSorted((a, b) => (rank(a, limit) < rank(b, limit) ? -1 : 1));

function byTurns(): ListingWays {
  let isForwards = false;
  return {
    order: (all) => {
      isForwards = !isForwards;
      return isForwards ? all : all.toReversed();
    },
  };
}

const turned = (all: readonly Product[], by: number): readonly Product[] => [
  ...all.slice(by),
  ...all.slice(0, by),
];
