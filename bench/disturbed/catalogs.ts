import type { TargetFile } from '../../conformance/target/target-file.ts';
import {
  type Catalog,
  type CatalogNode,
  isLive,
  type Product,
  withProducts,
} from '../../spec/stub/catalog.ts';
import { catalog } from '../../test/hostile/trial.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';

/** A node of the sample catalog by its name. */
function nodeNamed(name: string): CatalogNode {
  const node = catalog.hierarchies.flatMap(({ nodes }) => nodes).find((one) => one.name === name);
  if (!node) throw new Error(`the sample catalog has no node ${name}`);
  return node;
}

/** The sample catalog, in which these products have another status. */
const withStatus = (status: 'live' | 'draft', ...products: readonly Product[]): Catalog => {
  const ids = new Set(products.map(({ id }) => id));
  return withProducts(catalog, (product) =>
    ids.has(product.id) ? { ...product, attributes: { ...product.attributes, status } } : product,
  );
};

/** Two nodes of which everything is declared. */
export const kitchen = nodeNamed('Kitchen');
export const shelter = nodeNamed('Shelter');

const long = nodeNamed('Maps and ropes');
const live = long.products.filter(isLive);
/** The sample catalog without four of the 131 products of its longest node. */
export const fewer = withStatus('draft', ...[3, 40, 80, 120].flatMap((place) => live[place] ?? []));
/** The sample catalog without so many more of them. */
export const withoutSome = (count: number): Catalog => withStatus('draft', ...live.slice(60, 60 + count));
/** The sample catalog, in which a product has another name. */
export const renamed = withProducts(catalog, (product) =>
  product.id === live[5]?.id
    ? { ...product, attributes: { ...product.attributes, name: 'Renamed' } }
    : product,
);
/** The sample catalog, in which every sku is another. */
export const relabelled = withProducts(catalog, (product) => ({
  ...product,
  attributes: { ...product.attributes, sku: `NEW-${product.id}` },
}));
/** The sample catalog, in which a draft is live. */
export const withDraft = withStatus(
  'live',
  ...shelter.products.filter((product) => !isLive(product)).slice(0, 1),
);
/** The sample catalog, with nodes changed. */
const withNodes = (change: (node: CatalogNode) => CatalogNode): Catalog => ({
  ...catalog,
  hierarchies: catalog.hierarchies.map((hierarchy) => ({
    ...hierarchy,
    nodes: hierarchy.nodes.map(change),
  })),
});
/** The sample catalog, in which a node is curated in reverse. */
export const curatedAgain = withNodes((node) =>
  node.id === shelter.id ? { ...node, curated: node.curated.toReversed() } : node,
);
/** The sample catalog, in which each node lists its products in reverse, or the first sixty last. */
export const backwards = withNodes((node) => ({ ...node, products: node.products.toReversed() }));
export const turned = withNodes((node) => ({
  ...node,
  products: [...node.products.slice(60), ...node.products.slice(0, 60)],
}));
/** A catalog with one node that has so many products; a product that is there again has another id, name, slug and sku. */
export function ofSize(count: number): Catalog {
  const products = Array.from({ length: count }, (_, index): Product => {
    const one = live[index % live.length];
    if (!one) throw new Error('the node has no products');
    if (index < live.length) return one;
    const attributes = { ...one.attributes, name: `Item-${index}`, slug: `item-${index}`, sku: `S${index}` };
    return { ...one, id: one.id.replace(/.{8}$/, String(index).padStart(8, '0')), attributes };
  });
  const [hierarchy] = catalog.hierarchies;
  return {
    ...catalog,
    products: new Map([...catalog.products, ...products.map((one) => [one.id, one] as const)]),
    hierarchies: hierarchy ? [{ ...hierarchy, nodes: [{ ...long, products, curated: [] }] }] : [],
  };
}
/** What is declared by an operator who had fewer products. */
export const declaredFewer = (file: TargetFile): TargetFile => {
  const { collections = [], ...rest } = targetOfCatalog(fewer, file.baseUrl ?? '');
  return { ...rest, collections: collections.map(({ hidden: _hidden, ...one }) => one) };
};
