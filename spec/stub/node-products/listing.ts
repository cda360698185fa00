import { type Choices, chosenFrom } from '../../../src/stub/choices.ts';
import { createListed, type Listed } from '../../../src/stub/listing/listed.ts';
import { type CatalogNode, isLive, type Product } from '../catalog.ts';

export type PlacedProduct = { readonly product: Product; readonly curated: boolean };

/** The live products of a node in the order in which they are served. */
function orderProducts(node: CatalogNode, choices: Choices): readonly PlacedProduct[] {
  const isCurated = new Set(node.curated);
  const curated = node.curated.filter(isLive).map((product) => ({ product, curated: true }));
  const others: PlacedProduct[] = [];
  for (const product of node.products)
    if (isLive(product) && !isCurated.has(product)) others.push({ product, curated: false });
  const order = chosenFrom(choices, 'uncurated-order', orders) ?? orders.catalog;
  const place = chosenFrom(choices, 'uncurated-place', placements) ?? placements.after;
  return place(curated, order(others));
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

export type NodeListing = Listed<PlacedProduct>;

export function createNodeListing(node: CatalogNode, choices: Choices): NodeListing {
  const isAsAsked = choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0;
  return createListed(orderProducts(node, choices), ({ product }) => product, isAsAsked);
}
