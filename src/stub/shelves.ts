import { lazy } from './lazy.ts';
import type { Setup } from './operation.ts';
import type { ProductWriter } from './product-text.ts';
import { createShelf, type Shelf } from './shelf.ts';

/** The shelf of a node, undefined where there is no such hierarchy or node. */
export type FindShelf = (hierarchy: string, node: string) => Shelf | undefined;

/** Knows every node of the catalog; a listing is built when it is first asked for. */
export function createShelves(setup: Setup, writeProduct: ProductWriter): FindShelf {
  const shelves = new Map(
    setup.catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node): [string, () => Shelf] => [
        keyOf(hierarchy.id, node.id),
        lazy(() => createShelf(node, writeProduct, setup)),
      ]),
    ),
  );
  return (hierarchy, node) => shelves.get(keyOf(hierarchy, node))?.();
}

const keyOf = (hierarchy: string, node: string): string => `${hierarchy}/${node}`.toLowerCase();
