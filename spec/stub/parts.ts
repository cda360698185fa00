import type { ContractParts } from '../../src/stub/operation.ts';
import { operation as applicationKey } from './application-key.ts';
import { type Catalog, type CatalogNode, isLive, listingPath } from './catalog.ts';
import { nodeProducts } from './node-products/operation.ts';
import { subscriptionOperation } from './subscription.ts';

/** What this contract adds to the stub: a shop with a catalog. */
export const partsOf = (catalog: Catalog): ContractParts => ({
  name: catalog.name,
  operations: {
    'application-key': applicationKey,
    subscription: subscriptionOperation(catalog),
    'node-products': nodeProducts(catalog),
  },
  collections: (contract) =>
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node) => ({
        list: 'node-products',
        values: [hierarchy.id, node.id],
        name: node.name,
        about: aboutNode(node),
        path: listingPath(contract, hierarchy.id, node.id),
      })),
    ),
  known: {
    accounts: [...catalog.accounts],
    offerings: [...catalog.offerings.values()].map(({ id, name, plans }) => ({
      id,
      name,
      plans: [...plans],
    })),
  },
});

function aboutNode({ about, products, curated }: CatalogNode): string {
  const live = products.filter(isLive).length;
  const drafts = products.length - live;
  const facts = [
    `${live} live`,
    ...(drafts > 0 ? [`${drafts} not live`] : []),
    ...(curated.length > 0 ? [`${curated.length} curated`] : []),
  ];
  return about === undefined ? facts.join(', ') : `${about} (${facts.join(', ')})`;
}
