import type { Behaviour } from '../behaviour.ts';
import type { OperatorFile } from '../server/operator-file.ts';
import { defaultShop, type Shop, unpublish } from '../server/shop.ts';
import type { Answer, Ways } from '../server/ways.ts';

const permitted =
  'Section 3: transitions of product status are not shown; principle P6: a listing that moves says nothing.';
const moving = 'what differs from one look to the next is inconclusive, and a client can tell no more';
const declared =
  'a node that changes, and was never read as the target file declares it, cannot be compared with that';

export const changes: readonly Behaviour[] = [
  {
    name: 'two-products-unpublished',
    does: 'Unpublishes a product of each of two nodes at the request with the number.',
    permitted,
    numbers: [40, 90, 140, 200, 260, 330],
    ways: (number) => unpublishing(number, takeTwo),
  },
  {
    name: 'two-products-unpublished-at-first',
    does: 'Unpublishes a product of each of two nodes at the request with the number, while the nodes are read first.',
    permitted,
    numbers: [3],
    ways: (number) => unpublishing(number, takeTwo),
    undetermined: { because: declared },
  },
  {
    name: 'import',
    does: 'Publishes a product of two nodes at every request with a multiple of the number, and ends before all are.',
    permitted,
    numbers: [40, 100],
    ways: importing,
    undetermined: { because: declared },
  },
  {
    name: 'product-unpublished',
    does: 'Unpublishes a product of a partly curated node at the request with the number.',
    permitted,
    numbers: [60, 100, 140, 180, 240, 300],
    ways: (number) => unpublishing(number, takeOne),
  },
  {
    name: 'product-of-the-large-node-unpublished',
    does: 'Unpublishes a product of the largest node at the request with the number.',
    permitted,
    numbers: [160],
    ways: (number) => unpublishing(number, (shop) => unpublish(shop, 'many', 40)),
  },
  {
    name: 'product-unpublished-live-not-named',
    does: 'Unpublishes a product at the request with the number; the operator does not name the live ones.',
    permitted,
    numbers: [160],
    ways: (number) => unpublishing(number, (shop) => unpublish(shop, 'some', 8)),
    file: withoutLive,
  },
  {
    name: 'product-published',
    does: 'Publishes a product at the request with the number; the operator does not name the live ones.',
    permitted,
    numbers: [160],
    ways: publishing,
    file: withoutLive,
  },
  {
    name: 'cache-and-two-products-unpublished',
    does: 'Keeps each listing in a cache that never ends, and unpublishes a product of two nodes at the request with the number.',
    permitted: 'Principle P6: a stale cache never violates.',
    numbers: [3, 40, 90, 140, 200, 260],
    ways: (number) => cached(unpublishing(number, takeTwo)),
    undetermined: { because: moving },
  },
  {
    name: 'cache-and-product-unpublished',
    does: 'Keeps each listing in a cache that never ends, and unpublishes a product at the request with the number.',
    permitted: 'Principle P6: a stale cache never violates.',
    numbers: [120, 160],
    ways: (number) => cached(unpublishing(number, takeOne)),
    undetermined: { because: moving },
  },
  {
    name: 'age-on-every-reply',
    does: 'Says of every reply that it is three seconds old.',
    permitted: 'Principle P6: an age is taken for movement, and never for a breach.',
    ways: () => ({
      after: (_, answer) => ({ ...answer, headers: { ...answer.headers, age: '3' } }),
    }),
  },
  {
    name: 'replicas-at-random',
    does: 'Asks one of two databases at random, of which one has not heard yet that a product was unpublished.',
    permitted: 'Principle P6: two replicas that disagree never violate.',
    ways: () => replicas(() => Math.random() < 0.5),
    undetermined: { because: moving },
  },
  {
    name: 'replicas-by-turns',
    does: 'Asks two databases by turns, of which one has not heard yet that a product was unpublished.',
    permitted: 'Principle P6: two replicas that disagree never violate.',
    ways: () => replicas((number) => number % 2 === 1),
    undetermined: { because: moving },
  },
];

function withoutLive(usual: OperatorFile): OperatorFile {
  return { ...usual, nodes: usual.nodes.map(({ live: _, ...node }) => node) };
}

const takeOne = (shop: Shop): void => unpublish(shop, 'some', 6);

function takeTwo(shop: Shop): void {
  unpublish(shop, 'many', 40);
  takeOne(shop);
}

function unpublishing(at: number, change: (shop: Shop) => void): Ways {
  const shop = defaultShop();
  return {
    shop,
    before: ({ number }) => {
      if (number === at) change(shop);
      return undefined;
    },
  };
}

function publishing(at: number): Ways {
  const shop = defaultShop();
  unpublish(shop, 'some', 8);
  return {
    shop,
    before: ({ number }) => {
      if (number === at) shop.unpublished.clear();
      return undefined;
    },
  };
}

function importing(every: number): Ways {
  const shop = defaultShop();
  const places = [1, 3, 5, 7];
  for (const place of places) for (const node of ['many', 'some'] as const) unpublish(shop, node, place);
  const waiting = [...shop.unpublished].slice(0, -2);
  return {
    shop,
    before: ({ number }) => {
      const next = number % every === 0 ? waiting.shift() : undefined;
      if (next !== undefined) shop.unpublished.delete(next);
      return undefined;
    },
  };
}

/** Keeps every listing that was served, whatever the request says of caches. */
function cached(ways: Ways): Ways {
  const kept = new Map<string, Answer>();
  return {
    ...ways,
    before: async (request) =>
      (await ways.before?.(request)) ?? (request.method === 'GET' ? kept.get(request.address) : undefined),
    after: ({ method, address }, answer) => {
      if (method === 'GET' && answer.status === 200) kept.set(address, answer);
      return answer;
    },
  };
}

function replicas(isUpToDate: (number: number) => boolean): Ways {
  const shop = defaultShop();
  return {
    shop,
    before: ({ number }) => {
      shop.unpublished.clear();
      if (!isUpToDate(number)) takeOne(shop);
      return undefined;
    },
  };
}
