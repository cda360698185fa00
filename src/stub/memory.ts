import type { CatalogNode } from './catalog.ts';
import { createRemembered, type Remembered } from './remembered.ts';

/** What a stub remembers of the requests it served. */
export type Memory = {
  readonly keyNames: Remembered;
  readonly externalReferences: Remembered;
  /** How often each node was listed, for orders that waver. */
  readonly listings: Map<CatalogNode, number>;
  readonly clear: () => void;
};

/** Builds an empty memory. */
export function createMemory(): Memory {
  const memory: Memory = {
    keyNames: createRemembered(),
    externalReferences: createRemembered(),
    listings: new Map(),
    clear: () => {
      memory.keyNames.clear();
      memory.externalReferences.clear();
      memory.listings.clear();
    },
  };
  return memory;
}
