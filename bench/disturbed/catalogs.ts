import { targetOfCatalog } from '../../conformance/stub-target/catalog-target.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import { type Catalog, type CatalogNode, isLive, type Product } from '../../src/stub/catalog.ts';
import { catalog } from '../../test/hostile/trial.ts';

/** A node of the sample catalog by its name. */
function nodeNamed(name: string): CatalogNode {
  const node = catalog.hierarchies.flatMap(({ nodes }) => nodes).find((one) => one.name === name);
  if (!node) throw new Error(`the sample catalog has no node ${name}`);
  return node;
}

/** The sample catalog, with some products changed. */
function withProducts(change: (product: Product) => Product): Catalog {
  // The stub compares products by identity: one that is attached to two nodes is the same in both.
  const products = new Map([...catalog.products].map(([id, product]) => [id, change(product)]));
  const changed = (list: readonly Product[]): Product[] => list.flatMap(({ id }) => products.get(id) ?? []);
  return {
    ...catalog,
    products,
    hierarchies: catalog.hierarchies.map((hierarchy) => ({
      ...hierarchy,
      nodes: hierarchy.nodes.map((node) => ({
        ...node,
        products: changed(node.products),
        curated: changed(node.curated),
      })),
    })),
  };
}

/** The sample catalog, in which these products have another status. */
const withStatus = (status: 'live' | 'draft', ...products: readonly Product[]): Catalog => {
  const ids = new Set(products.map(({ id }) => id));
  return withProducts((product) =>
    ids.has(product.id) ? { ...product, attributes: { ...product.attributes, status } } : product,
  );
};

/** Two nodes of which everything is declared. */
export const kitchen = nodeNamed('Kitchen');
export const shelter = nodeNamed('Shelter');

const live = nodeNamed('Maps and ropes').products.filter(isLive);
/** The sample catalog without four of the 131 products of its longest node. */
export const fewer = withStatus('draft', ...[3, 40, 80, 120].flatMap((place) => live[place] ?? []));
/** The sample catalog without so many more of them. */
export const withoutSome = (count: number): Catalog => withStatus('draft', ...live.slice(60, 60 + count));
/** The sample catalog, in which a product has another name. */
export const renamed = withProducts((product) =>
  product.id === live[5]?.id
    ? { ...product, attributes: { ...product.attributes, name: 'Renamed' } }
    : product,
);
/** The sample catalog, in which a draft is live. */
export const withDraft = withStatus(
  'live',
  ...shelter.products.filter((product) => !isLive(product)).slice(0, 1),
);
/** The sample catalog, in which a node is curated in reverse. */
export const curatedAgain: Catalog = {
  ...catalog,
  hierarchies: catalog.hierarchies.map((hierarchy) => ({
    ...hierarchy,
    nodes: hierarchy.nodes.map((node) =>
      node.id === shelter.id ? { ...node, curated: node.curated.toReversed() } : node,
    ),
  })),
};
/** What is declared by an operator who had fewer products. */
export const declaredFewer = (file: TargetFile): TargetFile => {
  const { nodes = [], ...rest } = targetOfCatalog(fewer, file.baseUrl ?? '');
  return { ...rest, nodes: nodes.map(({ hidden: _hidden, ...node }) => node) };
};
