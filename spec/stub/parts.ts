import type { CollectionName, ContractWithData, SampleData, StubPart } from '../../conformance/testing.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { operation as applicationKey } from './application-key.ts';
import { type Catalog, type CatalogNode, isLive, pathOfNode, withListed } from './catalog.ts';
import { declaredOf } from './declared.ts';
import { loadCatalog } from './load-catalog.ts';
import { listing, nodeProducts } from './node-products.ts';
import { subscriptionOperation } from './subscription.ts';

const part: StubPart = {
  load: async (contract, fixtures) => filledWith(contract, await loadCatalog(fixtures, contract)),
};

export default part;

/** What this contract adds to the stub: a shop with a catalog. */
export const stubPartsOf = (catalog: Catalog): SampleData => ({
  name: catalog.name,
  operations: {
    'application-key': applicationKey,
    subscription: subscriptionOperation(catalog),
    [listing]: nodeProducts(catalog),
  },
  collections: (contract) =>
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node) => ({
        list: listing,
        values: [hierarchy.id, node.id],
        name: node.name,
        about: aboutNode(node),
        path: pathOfNode(contract, hierarchy.id, node.id),
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
  revealing: [
    {},
    { state: 'cancelled', 'self-link-place': 'both' },
    { state: 'paused' },
    { state: 'resumed' },
  ],
  declared: (contract, choices) => declaredOf(catalog, contract, choices),
  inCollections: (contract, collections) => filledWith(contract, inNodes(catalog, collections)),
  withRecords: (contract, change) =>
    filledWith(
      contract,
      withListed(catalog, (records) => change(records, operationIn(contract, listing))),
    ),
});

const filledWith = (contract: Contract, catalog: Catalog): ContractWithData => ({
  contract,
  parts: stubPartsOf(catalog),
});

/** The catalog with the products of its nodes in other nodes. */
function inNodes(catalog: Catalog, collections: readonly CollectionName[]): Catalog {
  const own = catalog.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const renamed = collections.flatMap(({ values }, index) => {
    const source = own[index % own.length];
    const [hierarchy = '', id = ''] = values.map(keyOfId);
    return source ? [{ hierarchy, node: { ...source, id } }] : [];
  });
  const hierarchies = [...Map.groupBy(renamed, ({ hierarchy }) => hierarchy)].map(([id, group]) => ({
    id,
    name: id,
    nodes: group.map(({ node }): CatalogNode => node),
  }));
  return { ...catalog, hierarchies };
}

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
