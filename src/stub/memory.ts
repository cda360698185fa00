import type { CatalogNode } from './catalog.ts';

/** What a stub remembers of the requests it served. */
export type Memory = {
  readonly keyNames: Set<unknown>;
  readonly externalReferences: Set<unknown>;
  /** How often each node was listed, for orders that waver. */
  readonly listings: Map<CatalogNode, number>;
  readonly clear: () => void;
};

/** Builds an empty memory. */
export function createMemory(): Memory {
  const memory: Memory = {
    keyNames: new Set(),
    externalReferences: new Set(),
    listings: new Map(),
    clear: () => {
      memory.keyNames.clear();
      memory.externalReferences.clear();
      memory.listings.clear();
    },
  };
  return memory;
}
