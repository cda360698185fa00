import { lazy } from '../../../lazy.ts';
import type { CatalogNode } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';
import type { Condition, Conditions, FilterAttribute } from './filter.ts';
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
  const keyOf = (attribute: FilterAttribute, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const seen = choices['product-names'] === 'padded' ? value.trimEnd() : value;
    return attribute === 'id' ? seen.toLowerCase() : seen;
  };
  const indexBy = (attribute: FilterAttribute) =>
    lazy(() =>
      Map.groupBy(products.keys(), (place) => {
        const { id, attributes } = products[place]?.product ?? {};
        return keyOf(attribute, attribute === 'id' ? id : attributes?.[attribute]);
      }),
    );
  const indexes = { id: indexBy('id'), name: indexBy('name'), slug: indexBy('slug') };
  const matches = ({ attribute, values }: Condition): Set<number> =>
    new Set(values.flatMap((value) => indexes[attribute]().get(keyOf(attribute, value)) ?? []));
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
