import type { CatalogNode } from './catalog.ts';
import type { Choices } from './choices.ts';
import { createListing, type Listing } from './listing.ts';
import type { Memory } from './memory.ts';
import type { Setup } from './operation.ts';
import { arrange } from './order.ts';
import type { Page } from './page.ts';
import type { ProductWriter } from './product-text.ts';

/** The listing of a node, as a request for that page finds it. */
export type Shelf = (page: Page) => Listing;

/** Builds the listing of a node; of one that nobody curated a second, where its order is to waver. */
export function createShelf(
  node: CatalogNode,
  writeProduct: ProductWriter,
  { choices, memory }: Setup,
): Shelf {
  const placed = arrange(node, choices);
  const listing = createListing(node, placed, writeProduct, choices);
  const isReversed = waver(node, choices, memory);
  if (!isReversed || placed.some(({ curated }) => curated)) return () => listing;
  const reversed = createListing(node, placed.toReversed(), writeProduct, choices);
  return (page) => (isReversed(page) ? reversed : listing);
}

/** Which pages are cut from the listing in reverse, if any. */
function waver(node: CatalogNode, choices: Choices, memory: Memory): ((page: Page) => boolean) | undefined {
  if (choices['page-size-order'] === 'by-size') return ({ limit }) => limit % 2 === 1;
  if (choices['offset-order'] === 'reversed') return ({ offset }) => offset > 0;
  if (choices['node-stability'] === 'stable') return undefined;
  return () => {
    const listed = (memory.listings.get(node) ?? 0) + 1;
    memory.listings.set(node, listed);
    return listed % 2 === 0;
  };
}
