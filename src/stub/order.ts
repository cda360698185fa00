import type { CatalogNode, Product } from './catalog.ts';
import type { Choices } from './choices.ts';

/** A product in the place it is served at. */
export type Placed = { readonly product: Product; readonly curated: boolean };

/** The live products of a node in the order they are served: the curated ones as curated, relative to each other. */
export function arrange(node: CatalogNode, choices: Choices): Placed[] {
  const chosen = new Set(node.curated);
  const curated = node.curated.filter(isLive).map((product) => ({ product, curated: true }));
  const others = node.products
    .filter((product) => isLive(product) && !chosen.has(product))
    .map((product) => ({ product, curated: false }));
  return placements[choices['uncurated-place']](curated, orders[choices['uncurated-order']](others));
}

/** Whether a product may be shown. */
export const isLive = ({ attributes }: Product): boolean => attributes.status === 'live';

const orders = {
  catalog: (others: readonly Placed[]) => [...others],
  name: (others: readonly Placed[]) => others.toSorted(by(({ attributes }) => String(attributes.name))),
  id: (others: readonly Placed[]) => others.toSorted(by(({ id }) => id)),
  reverse: (others: readonly Placed[]) => others.toReversed(),
};

const by = (key: (product: Product) => string) => (one: Placed, other: Placed) =>
  key(one.product) < key(other.product) ? -1 : Number(key(one.product) > key(other.product));

const placements = {
  after: (curated: readonly Placed[], others: readonly Placed[]) => [...curated, ...others],
  before: (curated: readonly Placed[], others: readonly Placed[]) => [...others, ...curated],
  mixed: (curated: readonly Placed[], others: readonly Placed[]) => {
    const pairs = Array.from({ length: Math.max(curated.length, others.length) }, (_, index) => [
      ...others.slice(index, index + 1),
      ...curated.slice(index, index + 1),
    ]);
    return pairs.flat();
  },
};
