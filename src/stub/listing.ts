import type { CatalogNode, Product } from './catalog.ts';
import type { Choices } from './choices.ts';
import { componentIds } from './components.ts';
import type { Attribute, Condition, Filter } from './filter.ts';
import type { Placed } from './order.ts';
import type { ProductWriter } from './product-text.ts';

/** A product of a listing, ready to be sent. */
export type Listed = {
  readonly product: Product;
  /** Where it stands in the listing. */
  readonly position: number;
  /** Its JSON text, but for the closing brace: links to pages may follow. */
  readonly opening: string;
  /** Ids of the products it is made of. */
  readonly components: readonly string[];
};

/** The live products of a node in served order, with a way to pick some of them. */
export type Listing = {
  readonly products: readonly Listed[];
  readonly select: (filter: Filter) => readonly Listed[];
};

/** Writes every product of a listing once, and indexes it by what it can be filtered by. */
export function createListing(
  node: CatalogNode,
  placed: readonly Placed[],
  writeProduct: ProductWriter,
  choices: Choices,
): Listing {
  const products = placed.map(({ product, curated }, position) => ({
    product,
    position,
    opening: writeProduct(product, curated || choices['flag-elsewhere'] === 'true').slice(0, -1),
    components: componentIds(product),
  }));

  const isCaseless = (attribute: Attribute): boolean =>
    attribute === 'id' || choices['filter-case'] === 'insensitive';
  const keyOf = (attribute: Attribute, value: unknown): unknown =>
    isCaseless(attribute) && typeof value === 'string' ? value.toLowerCase() : value;
  const indexes = {
    id: Map.groupBy(products, ({ product }) => keyOf('id', product.id)),
    name: Map.groupBy(products, ({ product }) => keyOf('name', product.attributes.name)),
    slug: Map.groupBy(products, ({ product }) => keyOf('slug', product.attributes.slug)),
  };
  const matches = ({ attribute, values }: Condition): Set<Listed> =>
    new Set(values.flatMap((value) => indexes[attribute].get(keyOf(attribute, value)) ?? []));
  const rank = (listed: Listed): number =>
    choices['filtered-order'] === 'kept' ? listed.position : node.products.indexOf(listed.product);

  return {
    products,
    select: (filter) => {
      const [first, ...others] = filter.map(matches);
      if (!first) return products;
      const selected = [...first].filter((listed) => others.every((other) => other.has(listed)));
      return selected.sort((one, other) => rank(one) - rank(other));
    },
  };
}
