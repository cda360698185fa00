import { type Choices, chosenFrom } from '../../../src/stub/choices.ts';
import { createListed, type Listed } from '../../../src/stub/listing/listed.ts';
import { type CatalogNode, isLive, type Product } from '../catalog.ts';

/** A product of a node, with whether it is curated there. */
export type ListedProduct = Product & { readonly isCurated?: true };

/** The live products of a node in the order in which they are served. */
function orderProducts(node: CatalogNode, choices: Choices): readonly ListedProduct[] {
  const isCurated = new Set(node.curated);
  const curated = node.curated.filter(isLive).map((product) => ({ ...product, isCurated: true as const }));
  const others = node.products.filter((product) => isLive(product) && !isCurated.has(product));
  const order = chosenFrom(choices, 'uncurated-order', orders) ?? orders.catalog;
  const place = chosenFrom(choices, 'uncurated-place', placements) ?? placements.after;
  return place(curated, order(others));
}

const orders = {
  catalog: (others: readonly ListedProduct[]) => others,
  name: (others: readonly ListedProduct[]) =>
    others.toSorted(by(({ attributes }) => String(attributes.name))),
  id: (others: readonly ListedProduct[]) => others.toSorted(by(({ id }) => id)),
  newest: (others: readonly ListedProduct[]) =>
    others.toSorted(by(({ meta }) => String(meta?.created_at))).toReversed(),
};

const by = (key: (product: Product) => string) => (one: Product, other: Product) =>
  key(one) < key(other) ? -1 : Number(key(one) > key(other));

const placements = {
  after: (curated: readonly ListedProduct[], others: readonly ListedProduct[]) =>
    curated.length === 0 ? others : [...curated, ...others],
  before: (curated: readonly ListedProduct[], others: readonly ListedProduct[]) => [...others, ...curated],
  mixed: (curated: readonly ListedProduct[], others: readonly ListedProduct[]) => {
    const pairs = Array.from({ length: Math.max(curated.length, others.length) }, (_, index) => [
      ...others.slice(index, index + 1),
      ...curated.slice(index, index + 1),
    ]);
    return pairs.flat();
  },
};

export function createNodeListing(node: CatalogNode, choices: Choices): Listed<ListedProduct> {
  const isAsAsked = choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0;
  return createListed(orderProducts(node, choices), isAsAsked);
}
