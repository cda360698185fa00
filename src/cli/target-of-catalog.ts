import type { TargetFile } from '../../conformance/target/target-file.ts';
import type { Catalog, CatalogNode } from '../stub/catalog.ts';
import { subscriptionIds } from '../stub/examples.ts';
import { isLive } from '../stub/order.ts';

/** What a stub takes for a bearer token: anything. */
const token = 'any-token-will-do';

/** The target file of a stub that serves this catalog: everything only its operator can know. */
export function targetOfCatalog(catalog: Catalog, baseUrl: string): TargetFile {
  return {
    baseUrl,
    token,
    writes: 'allow',
    subscription: { ...subscriptionIds(catalog), currency: 'USD', payment: 'any' },
    nodes: catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node) => ({ hierarchy: hierarchy.id, node: node.id, ...knownOf(node) })),
    ),
  };
}

function knownOf({ products, curated }: CatalogNode) {
  const [live, hidden] = [true, false].map((wanted) =>
    products.filter((product) => isLive(product) === wanted),
  );
  return {
    live: idsOf(live ?? []),
    curated: idsOf(curated.filter(isLive)),
    hidden: (hidden ?? []).map(({ id, attributes }) => ({
      id,
      ...(typeof attributes.name === 'string' ? { name: attributes.name } : {}),
      ...(typeof attributes.slug === 'string' ? { slug: attributes.slug } : {}),
    })),
  };
}

const idsOf = (products: CatalogNode['products']): string[] => products.map(({ id }) => id);
