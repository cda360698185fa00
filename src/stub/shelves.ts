import type { Setup } from './operation.ts';
import type { ProductWriter } from './product-text.ts';
import { createShelf, type Shelf } from './shelf.ts';

/** The shelf of a node, undefined where there is no such hierarchy or node. */
export type FindShelf = (hierarchy: string, node: string) => Shelf | undefined;

/** Builds the listings of every node of the catalog. */
export function createShelves({ catalog, choices }: Setup, writeProduct: ProductWriter): FindShelf {
  const shelves = new Map(
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node) => [keyOf(hierarchy.id, node.id), createShelf(node, writeProduct, choices)]),
    ),
  );
  return (hierarchy, node) => shelves.get(keyOf(hierarchy, node));
}

const keyOf = (hierarchy: string, node: string): string => `${hierarchy}/${node}`.toLowerCase();
