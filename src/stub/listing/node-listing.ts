import type { CatalogNode } from '../catalog/catalog.ts';
import type { Choices } from '../choices/choices.ts';
import type { Setup } from '../requests/handler.ts';
import type { Memory } from '../state/memory.ts';
import { createListing, type Listing } from './listing.ts';
import { orderProducts } from './order.ts';
import type { Page } from './page-parameters.ts';
import type { ProductWriter } from './product-writer.ts';

/** Returns the listing of a node from which a page is cut. */
export type NodeListing = (page: Page) => Listing;

/** Creates the listing of a node, and a reversed one if the choice is an unstable order and the node is not curated. */
export function createNodeListing(
  node: CatalogNode,
  writer: ProductWriter,
  { choices, memory }: Setup,
): NodeListing {
  const placed = orderProducts(node, choices);
  const listing = createListing(node, placed, writer, choices);
  const isReversed = reversedPages(node, choices, memory);
  if (!isReversed || placed.some(({ curated }) => curated)) return () => listing;
  const reversed = createListing(node, placed.toReversed(), writer, choices);
  return (page) => (isReversed(page) ? reversed : listing);
}

/** Which pages are cut from the reversed listing, if any. */
function reversedPages(
  node: CatalogNode,
  choices: Choices,
  memory: Memory,
): ((page: Page) => boolean) | undefined {
  if (choices['page-size-order'] === 'by-size') return ({ limit }) => limit % 2 === 1;
  if (choices['offset-order'] === 'reversed') return ({ offset }) => offset > 0;
  if (choices['node-stability'] === 'stable') return undefined;
  return () => {
    const listed = (memory.listings.get(node) ?? 0) + 1;
    memory.listings.set(node, listed);
    return listed % 2 === 0;
  };
}
