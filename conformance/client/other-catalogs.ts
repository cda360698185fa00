import type { Exchange } from '../../src/http/exchange.ts';
import { type Catalog, type CatalogNode, isLive, type Product } from '../../src/stub/catalog/catalog.ts';

/** The catalog after somebody added a product to each node. */
export function withAddedProduct(catalog: Catalog): Catalog {
  return {
    ...withNodes(catalog, (node) => ({ ...node, products: [...node.products, added] })),
    products: new Map([...catalog.products, [added.id, added]]),
  };
}

const added: Product = {
  id: '5b0c6f0e-3f0a-4c53-9b1e-7d1f3c2a9e40',
  attributes: {
    name: 'Added since the last run',
    slug: 'added-since-the-last-run',
    sku: 'ADDED-SINCE',
    status: 'live',
    commodity_type: 'physical',
    product_types: ['standard'],
  },
};

/** The catalog after somebody unpublished a product of each node: the last one that no request of the client names. */
export function withoutProduct(catalog: Catalog, exchanges: readonly Exchange[]): Catalog {
  const asked = new Set(
    exchanges.map(({ call }) => decoded(call.target)).filter((target) => target.includes('filter=')),
  );
  const isNamed = ({ id, attributes }: Product): boolean =>
    [id, attributes.name, attributes.slug].some(
      (value) => typeof value === 'string' && [...asked].some((target) => target.includes(value)),
    );
  return withNodes(catalog, (node) => {
    const last = node.products.findLast((product) => isLive(product) && !isNamed(product));
    const others = (products: readonly Product[]): Product[] => products.filter((one) => one !== last);
    return { ...node, products: others(node.products), curated: others(node.curated) };
  });
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target;
  }
}

const withNodes = (catalog: Catalog, change: (node: CatalogNode) => CatalogNode): Catalog => ({
  ...catalog,
  hierarchies: catalog.hierarchies.map((hierarchy) => ({ ...hierarchy, nodes: hierarchy.nodes.map(change) })),
});
