import { type CatalogNode, isLive, type Product } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';

/** A product at its position in a listing. */
export type PlacedProduct = { readonly product: Product; readonly curated: boolean };

/** The live products of a node in the order they are served; the curated ones keep their order among themselves. */
export function orderProducts(node: CatalogNode, choices: Choices): readonly PlacedProduct[] {
  const isCurated = new Set(node.curated);
  const curated = node.curated.filter(isLive).map((product) => ({ product, curated: true }));
  const others: PlacedProduct[] = [];
  for (const product of node.products)
    if (isLive(product) && !isCurated.has(product)) others.push({ product, curated: false });
  return placements[choices['uncurated-place']](curated, orders[choices['uncurated-order']](others));
}

const orders = {
  catalog: (others: readonly PlacedProduct[]) => others,
  name: (others: readonly PlacedProduct[]) =>
    others.toSorted(by(({ attributes }) => String(attributes.name))),
  id: (others: readonly PlacedProduct[]) => others.toSorted(by(({ id }) => id)),
  newest: (others: readonly PlacedProduct[]) =>
    others.toSorted(by(({ meta }) => String(meta?.created_at))).toReversed(),
};

const by = (key: (product: Product) => string) => (one: PlacedProduct, other: PlacedProduct) =>
  key(one.product) < key(other.product) ? -1 : Number(key(one.product) > key(other.product));

const placements = {
  after: (curated: readonly PlacedProduct[], others: readonly PlacedProduct[]) =>
    curated.length === 0 ? others : [...curated, ...others],
  before: (curated: readonly PlacedProduct[], others: readonly PlacedProduct[]) => [...others, ...curated],
  mixed: (curated: readonly PlacedProduct[], others: readonly PlacedProduct[]) => {
    const pairs = Array.from({ length: Math.max(curated.length, others.length) }, (_, index) => [
      ...others.slice(index, index + 1),
      ...curated.slice(index, index + 1),
    ]);
    return pairs.flat();
  },
};
