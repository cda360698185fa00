import { filledPath } from '../../../src/contract/operations.ts';
import { lazy } from '../../../src/once.ts';
import { percentEncoded } from '../../../src/percent.ts';
import { createListingHandler } from '../../../src/stub/listing/handler.ts';
import { cursorName } from '../../../src/stub/listing/pages.ts';
import type { StubOperation } from '../../../src/stub/operation.ts';
import type { Catalog } from '../catalog.ts';
import { createNodeListing } from './listing.ts';
import { createPageWriter, type ShopSetup } from './page-writer.ts';

function createNodeListings({ catalog, choices }: ShopSetup) {
  const listings = new Map(
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map(
        (node) => [keyOfNode([hierarchy.id, node.id]), lazy(() => createNodeListing(node, choices))] as const,
      ),
    ),
  );
  return (values: readonly string[]) => listings.get(keyOfNode(values))?.();
}

const keyOfNode = (values: readonly string[]): string => values.join('/').toLowerCase();

export const listing = 'node-products';

export const nodeProducts = (catalog: Catalog): StubOperation => ({
  createHandler: (given, operation) => {
    const setup = { ...given, catalog };
    return createListingHandler(setup, operation, (served, list) => ({
      find: createNodeListings(setup),
      write: createPageWriter(setup, served, list),
    }));
  },
  furtherParameters: (choices) => (choices['link-form'] === 'cursor' ? [cursorName] : []),
  example: (_, { path, list }) => {
    const [first] = catalog.hierarchies.flatMap((one) => one.nodes.map((node) => [one.id, node.id]));
    return first && { target: `${filledPath(path, first)}?${percentEncoded(list?.names.limit ?? '')}=3` };
  },
  exampleMutant: 'node-products/page-limit: small pages contain ten products',
});
