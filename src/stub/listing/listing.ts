import type { CatalogNode } from '../catalog/catalog.ts';
import type { Choices } from '../choices/choices.ts';
import { componentIds } from './component-ids.ts';
import type { Attribute, Condition, Filter } from './filter.ts';
import { createLookup } from './lookup.ts';
import type { PlacedProduct } from './order.ts';
import { type PackedTexts, packTexts } from './packed-texts.ts';
import type { ProductWriter } from './product-writer.ts';

/** The live products of a node in the order they are served, ready to be sent. Products are known by their position. */
export type Listing = {
  readonly count: number;
  /** The JSON of each product without its closing brace, since links to pages may follow. */
  readonly openings: PackedTexts;
  /** The ids of component products, by the position of their bundle. */
  readonly components: ReadonlyMap<number, readonly string[]>;
  /** The positions of the products that match; undefined without a filter. */
  readonly select: (filter: Filter) => readonly number[] | undefined;
};

/** Creates a listing. Every product is written once and indexed by the attributes it can be filtered by. */
export function createListing(
  node: CatalogNode,
  placed: readonly PlacedProduct[],
  writeProduct: ProductWriter,
  choices: Choices,
): Listing {
  const products = placed.map(({ product }) => product);
  const openings = packTexts(placed, ({ product, curated }) =>
    writeProduct(product, curated || choices['flag-elsewhere'] === 'true').slice(0, -1),
  );
  const components = new Map<number, readonly string[]>();
  for (const [position, product] of products.entries()) {
    const ids = componentIds(product);
    if (ids.length > 0) components.set(position, ids);
  }

  const ignoresCase = (attribute: Attribute): boolean =>
    attribute === 'id' || choices['filter-case'] === 'insensitive';
  const isPadded = choices['product-names'] === 'padded';
  const keyOf = (attribute: Attribute, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const seen = isPadded ? value.trimEnd() : value;
    return ignoresCase(attribute) ? seen.toLowerCase() : seen;
  };
  const lookups = {
    id: createLookup(products.length, (position) => keyOf('id', products[position]?.id)),
    name: createLookup(products.length, (position) => keyOf('name', products[position]?.attributes.name)),
    slug: createLookup(products.length, (position) => keyOf('slug', products[position]?.attributes.slug)),
  };
  const matches = ({ attribute, values }: Condition): Set<number> =>
    new Set(values.flatMap((value) => lookups[attribute](String(keyOf(attribute, value)))));
  const isAsAsked = choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0;
  const rank = (position: number): number => {
    const product = products[position];
    return choices['filtered-order'] === 'kept' || !product ? position : node.products.indexOf(product);
  };

  return {
    count: products.length,
    openings,
    components,
    select: (filter) => {
      const [first, ...others] = filter.map(matches);
      if (!first) return undefined;
      const selected = [...first].filter((position) => others.every((other) => other.has(position)));
      return isAsAsked ? selected : selected.sort((one, other) => rank(one) - rank(other));
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
