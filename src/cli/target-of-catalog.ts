import type { TargetFile } from '../../conformance/target/target-file.ts';
import type { Catalog, CatalogNode } from '../stub/catalog.ts';
import { isLive } from '../stub/order.ts';

/** What a stub takes for a bearer token: anything. */
const token = 'any-token-will-do';

/** The target file of a stub that serves this catalog: everything only its operator can know. */
export function targetOfCatalog(catalog: Catalog, baseUrl: string): TargetFile {
  return {
    baseUrl,
    token,
    writes: 'allow',
    subscription: { ...subscribable(catalog), currency: 'USD', payment: 'any' },
    nodes: catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node) => ({ hierarchy: hierarchy.id, node: node.id, ...knownOf(node) })),
    ),
  };
}

/** Ids a subscription can be made of, as far as the catalog has any. */
function subscribable({ accounts, offerings }: Catalog): TargetFile['subscription'] {
  const [account_id] = accounts;
  const offering = [...offerings.values()].find(({ plans }) => plans.length > 0);
  const [plan_id] = offering?.plans ?? [];
  return {
    ...(account_id === undefined ? {} : { account_id }),
    ...(offering && plan_id !== undefined ? { offering_id: offering.id, plan_id } : {}),
  };
}

function knownOf({ products, curated }: CatalogNode) {
  const [live, hidden] = [true, false].map((wanted) =>
    products.filter((product) => isLive(product) === wanted),
  );
  return { live: idsOf(live ?? []), curated: idsOf(curated.filter(isLive)), hidden: idsOf(hidden ?? []) };
}

const idsOf = (products: CatalogNode['products']): string[] => products.map(({ id }) => id);
