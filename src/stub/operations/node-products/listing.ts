import type { CatalogNode } from '../../catalog/catalog.ts';
import { PackedProduct } from '../../catalog/packed-product.ts';
import type { Choices } from '../../choices/choices.ts';
import { createLookup, hashIfText, type Lookup } from '../../state/lookup.ts';
import { packTexts } from '../../state/packed-texts.ts';
import { componentIds } from './component-ids.ts';
import type { Attribute, Condition, Filter } from './filter.ts';
import { createOpenings, type Openings } from './openings.ts';
import type { PlacedProduct } from './order.ts';
import type { ProductWriter } from './product-writer.ts';

/** The live products of a node in the order they are served, ready to be sent. Products are known by their position. */
export type Listing = {
  readonly count: number;
  readonly openings: Openings;
  /** The ids of component products, by the position of their bundle. */
  readonly components: ReadonlyMap<number, readonly string[]>;
  /** The positions of the products that match; undefined without a filter. */
  readonly select: (filter: Filter) => readonly number[] | undefined;
};

/** Creates a listing. Every product is written once and indexed by the attributes it can be filtered by. */
export function createListing(
  node: CatalogNode,
  placed: readonly PlacedProduct[],
  writer: ProductWriter,
  choices: Choices,
): Listing {
  const products = placed.map(({ product }) => product);
  const openings = createOpenings(placed, writer, ({ curated }) => curated);
  const components = new Map<number, readonly string[]>();
  for (const [position, product] of products.entries()) {
    // Only of a bundle is more to be known than a packed product tells.
    if (product instanceof PackedProduct && !product.pack.isBundle(product.index)) continue;
    const ids = componentIds(product);
    if (ids.length > 0) components.set(position, ids);
  }

  const isPadded = choices['product-names'] === 'padded';
  const keyOf = (attribute: Attribute, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const seen = isPadded ? value.trimEnd() : value;
    return attribute === 'id' ? seen.toLowerCase() : seen;
  };
  const keyAt =
    (attribute: Attribute) =>
    (position: number): unknown => {
      const product = products[position];
      return keyOf(attribute, attribute === 'id' ? product?.id : product?.attributes[attribute]);
    };
  const lookupBy = (attribute: Attribute): Lookup => {
    const key = keyAt(attribute);
    return createLookup(products.length, key, (position) => {
      const product = products[position];
      // What is padded is not what a packed product knows the hash of.
      if (product instanceof PackedProduct && !isPadded) return product.pack.hashOf(product.index, attribute);
      return hashIfText(key(position));
    });
  };
  const lookups = { id: lookupBy('id'), name: lookupBy('name'), slug: lookupBy('slug') };
  const matches = ({ attribute, values }: Condition): Set<number> =>
    new Set(values.flatMap((value) => lookups[attribute].find(String(keyOf(attribute, value)))));
  const isAsAsked = choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0;

  return {
    count: products.length,
    openings,
    components,
    select: (filter) => {
      const [first, ...others] = filter.map(matches);
      if (!first) return undefined;
      const selected = [...first].filter((position) => others.every((other) => other.has(position)));
      return isAsAsked ? selected : selected.sort((one, other) => one - other);
    },
  };
}

/** The listing of a node without products. */
export const emptyListing: Listing = {
  count: 0,
  openings: packTexts([], String),
  components: new Map(),
  select: () => undefined,
};
