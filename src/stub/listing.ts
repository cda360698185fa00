import { type Arena, fillArena } from './arena.ts';
import type { CatalogNode } from './catalog.ts';
import type { Choices } from './choices.ts';
import { componentIds } from './components.ts';
import type { Attribute, Condition, Filter } from './filter.ts';
import { createLookup } from './lookup.ts';
import type { Placed } from './order.ts';
import type { ProductWriter } from './product-text.ts';

/** The live products of a node in served order, ready to be sent. Products go by their positions. */
export type Listing = {
  readonly count: number;
  /** The JSON text of each, but for the closing brace: links to pages may follow. */
  readonly openings: Arena;
  /** Ids of the products that bundles are made of, by the positions of the bundles. */
  readonly components: ReadonlyMap<number, readonly string[]>;
  /** The positions that a filter leaves; undefined where there is no filter. */
  readonly select: (filter: Filter) => readonly number[] | undefined;
};

/** Writes every product of a listing once, and indexes it by what it can be filtered by. */
export function createListing(
  node: CatalogNode,
  placed: readonly Placed[],
  writeProduct: ProductWriter,
  choices: Choices,
): Listing {
  const products = placed.map(({ product }) => product);
  const openings = fillArena(placed, ({ product, curated }) =>
    writeProduct(product, curated || choices['flag-elsewhere'] === 'true').slice(0, -1),
  );
  const components = new Map<number, readonly string[]>();
  for (const [position, product] of products.entries()) {
    const ids = componentIds(product);
    if (ids.length > 0) components.set(position, ids);
  }

  const isCaseless = (attribute: Attribute): boolean =>
    attribute === 'id' || choices['filter-case'] === 'insensitive';
  const keyOf = (attribute: Attribute, value: unknown): unknown =>
    isCaseless(attribute) && typeof value === 'string' ? value.toLowerCase() : value;
  const lookups = {
    id: createLookup(products.length, (position) => keyOf('id', products[position]?.id)),
    name: createLookup(products.length, (position) => keyOf('name', products[position]?.attributes.name)),
    slug: createLookup(products.length, (position) => keyOf('slug', products[position]?.attributes.slug)),
  };
  const matches = ({ attribute, values }: Condition): Set<number> =>
    new Set(values.flatMap((value) => lookups[attribute](String(keyOf(attribute, value)))));
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
      return selected.sort((one, other) => rank(one) - rank(other));
    },
  };
}

/** The listing of a node that has nothing to show. */
export const emptyListing: Listing = {
  count: 0,
  openings: fillArena([], String),
  components: new Map(),
  select: () => undefined,
};
