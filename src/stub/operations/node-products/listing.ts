import { at, type Path } from '../../../json/json.ts';
import type { CatalogNode } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';
import type { Condition, Conditions } from './filter.ts';
import { orderProducts, type PlacedProduct } from './order.ts';

/** The live products of a node in the order they are served. */
export type NodeListing = {
  readonly products: readonly PlacedProduct[];
  /** The products that match, or all of them without a filter. */
  readonly select: (filter: Conditions) => readonly PlacedProduct[];
};

/** Creates a listing, whose products are indexed by an attribute when they are first filtered by it. */
export function createListing(node: CatalogNode, choices: Choices): NodeListing {
  const products = orderProducts(node, choices);
  const keyOf = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const seen = choices['product-names'] === 'padded' ? value.trimEnd() : value;
    return key === 'id' ? seen.toLowerCase() : seen;
  };
  const indexes = new Map<string, Map<unknown, number[]>>();
  const indexBy = (key: string, path: Path): Map<unknown, number[]> => {
    const known =
      indexes.get(key) ??
      Map.groupBy(products.keys(), (place) => keyOf(key, at(products[place]?.product, ...path)));
    indexes.set(key, known);
    return known;
  };
  const matches = ({ place: path, values }: Condition): Set<number> => {
    const key = path.join('/');
    return new Set(values.flatMap((value) => indexBy(key, path).get(keyOf(key, value)) ?? []));
  };
  const isAsAsked = choices['filtered-uncurated-order'] === 'asked' && node.curated.length === 0;

  return {
    products,
    select: (filter) => {
      const [first, ...others] = filter.map(matches);
      if (!first) return products;
      const selected = [...first].filter((place) => others.every((other) => other.has(place)));
      const places = isAsAsked ? selected : selected.sort((one, other) => one - other);
      return places.flatMap((place) => products[place] ?? []);
    },
  };
}
