import { Fault } from '../fault.ts';
import type { JsonObject } from '../wire/json.ts';
import { type CatalogFile, checkCatalog } from './catalog-file.ts';

/** A product, literally as the catalog holds it; what a listing adds to it is not here. */
export type Product = {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly meta?: JsonObject;
  readonly relationships?: JsonObject;
};

/** A node of a hierarchy and the products attached to it, drafts included. */
export type CatalogNode = {
  readonly id: string;
  readonly name: string;
  /** In catalog order. */
  readonly products: readonly Product[];
  /** In curated order; empty where nobody curated the node. */
  readonly curated: readonly Product[];
};

/** A product hierarchy. */
export type Hierarchy = {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly CatalogNode[];
};

/** What a subscription can be made to. */
export type Offering = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly external_ref?: string;
  readonly owner: string;
  readonly external_product_refs: readonly string[];
  readonly plans: readonly string[];
};

/** A shop: everything the stub serves that it does not create. Ids are in lower case. */
export type Catalog = {
  readonly name: string;
  readonly accounts: ReadonlySet<string>;
  readonly plans: ReadonlySet<string>;
  readonly offerings: ReadonlyMap<string, Offering>;
  readonly hierarchies: readonly Hierarchy[];
  /** By id. */
  readonly products: ReadonlyMap<string, Product>;
};

/** Builds a catalog from the plain data of a catalog file; `name` is what faults call the file. */
export function buildCatalog(value: unknown, name: string): Catalog {
  const file = checkCatalog(value, name);
  const productOf = (key: string, where: string): Product => {
    const product = Object.hasOwn(file.products, key) ? file.products[key] : undefined;
    if (!product) throw new Fault(`${name}: ${where} names the product "${key}"; add it under products.`);
    return product;
  };
  const products = new Map(
    Object.values(file.products).map((product) => [product.id.toLowerCase(), product]),
  );
  if (products.size < Object.keys(file.products).length) {
    throw new Fault(`${name}: two products have the same id; give each one of its own.`);
  }
  return {
    name: file.name,
    accounts: idsOf(file.accounts),
    plans: idsOf(file.plans),
    offerings: new Map(file.offerings.map((offering) => [offering.id.toLowerCase(), offering])),
    hierarchies: file.hierarchies.map((hierarchy) => ({
      ...hierarchy,
      nodes: hierarchy.nodes.map((node) => buildNode(node, productOf, name)),
    })),
    products,
  };
}

function buildNode(
  node: CatalogFile['hierarchies'][number]['nodes'][number],
  productOf: (key: string, where: string) => Product,
  name: string,
): CatalogNode {
  const products = node.products.map((key) => productOf(key, `the node ${node.name}`));
  const curated = (node.curated ?? []).map((key) => productOf(key, `the curated order of ${node.name}`));
  const stray = curated.find((product) => !products.includes(product));
  if (stray) {
    throw new Fault(`${name}: ${node.name} curates ${stray.id}, which is not among its products; attach it.`);
  }
  return { id: node.id, name: node.name, products, curated };
}

const idsOf = (entries: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(entries.map(({ id }) => id.toLowerCase()));
