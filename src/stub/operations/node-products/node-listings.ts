import { lazy } from '../../../lazy.ts';
import type { Setup } from '../../requests/handler.ts';
import { createListing, type NodeListing } from './listing.ts';

/** Finds the listing of a node; undefined if there is no such hierarchy or node. */
type FindListing = (hierarchy: string, node: string) => NodeListing | undefined;

/** Creates the listings of all nodes of the catalog, each on first use. */
export function createNodeListings({ catalog, choices }: Setup): FindListing {
  const listings = new Map(
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node): [string, () => NodeListing] => [
        keyOf(hierarchy.id, node.id),
        lazy(() => createListing(node, choices)),
      ]),
    ),
  );
  return (hierarchy, node) => listings.get(keyOf(hierarchy, node))?.();
}

const keyOf = (hierarchy: string, node: string): string => `${hierarchy}/${node}`.toLowerCase();
