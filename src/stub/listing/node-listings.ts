import { lazy } from '../../lazy.ts';
import type { Setup } from '../requests/handler.ts';
import { createNodeListing, type NodeListing } from './node-listing.ts';
import type { ProductWriter } from './product-writer.ts';

/** Finds the listing of a node; undefined if there is no such hierarchy or node. */
export type FindListing = (hierarchy: string, node: string) => NodeListing | undefined;

/** Creates the listings of all nodes of the catalog, each on first use. */
export function createNodeListings(setup: Setup, writer: ProductWriter): FindListing {
  const listings = new Map(
    setup.catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node): [string, () => NodeListing] => [
        keyOf(hierarchy.id, node.id),
        lazy(() => createNodeListing(node, writer, setup)),
      ]),
    ),
  );
  return (hierarchy, node) => listings.get(keyOf(hierarchy, node))?.();
}

const keyOf = (hierarchy: string, node: string): string => `${hierarchy}/${node}`.toLowerCase();
