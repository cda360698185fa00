import type { JsonObject } from '../../json/json.ts';

/** A product as it is in the catalog, without what a listing adds. */
export type Product = {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly meta?: JsonObject | undefined;
  readonly relationships?: JsonObject | undefined;
  /** Whether it may be shown, where that is known already. */
  readonly isLive?: boolean;
};

/** Whether a product may be shown. */
export const isLive = (product: Product): boolean => product.isLive ?? product.attributes.status === 'live';

/** A node of a hierarchy with the products attached to it, drafts included. */
export type CatalogNode = {
  readonly id: string;
  readonly name: string;
  /** What is special about it. */
  readonly about?: string;
  /** In catalog order. */
  readonly products: readonly Product[];
  /** In curated order; empty if the node is not curated. */
  readonly curated: readonly Product[];
};

/** A product hierarchy. */
export type Hierarchy = {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly CatalogNode[];
};

/** Something that can be subscribed to. */
export type Offering = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly external_ref?: string;
  readonly owner: string;
  readonly external_product_refs: readonly string[];
  readonly plans: readonly string[];
};

/** Products by their ids, in lower case. A `Map` is one. */
export type ProductsById = Iterable<[string, Product]> & {
  readonly get: (id: string) => Product | undefined;
  readonly values: () => Iterable<Product>;
};

/** Everything the stub serves but does not create. Ids are in lower case. */
export type Catalog = {
  readonly name: string;
  readonly accounts: ReadonlySet<string>;
  readonly plans: ReadonlySet<string>;
  readonly offerings: ReadonlyMap<string, Offering>;
  readonly hierarchies: readonly Hierarchy[];
  readonly products: ProductsById;
};
